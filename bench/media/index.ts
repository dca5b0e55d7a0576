/** The media engine, over good networks and bad ones. */
import type { Figure } from '../figures';
import { measureCarried } from './carried';
import { measureLiveKit } from './livekit';
import { measureMesh } from './mesh';
import { measureCuts, measureLoss, measureMoves, measureNarrow } from './network';
import { measureRecording } from './recording';
import { measureRelay } from './relay';

export const mediaBenches: Readonly<
  Record<string, { readonly title: string; readonly measure: () => Promise<readonly Figure[]> }>
> = {
  'network-cut': { title: 'A call after a cut, beside a bare page over the same network', measure: measureCuts },
  'network-address': { title: 'A call after a change of the address', measure: measureMoves },
  'network-loss': { title: 'A call with loss, beside a bare page over the same network', measure: measureLoss },
  'network-narrow': { title: 'A call over a narrow network, beside a bare page over the same', measure: measureNarrow },
  mesh: { title: 'Four people in a mesh, beside a bare page in the same browsers', measure: measureMesh },
  livekit: { title: 'Calls by a LiveKit server, beside its client alone on a bare page', measure: measureLiveKit },
  relay: { title: 'Calls by the relay, beside direct ones', measure: measureRelay },
  carried: { title: 'What calls cost the server that carries them', measure: measureCarried },
  recording: { title: 'A recording, beside the same call without one', measure: measureRecording },
};
