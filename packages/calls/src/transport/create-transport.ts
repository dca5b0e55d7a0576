/** The engine of a call, by the server's answer. */
import type { Participant } from '@earth/contracts';
import { createLiveKitTransport, type LiveKitOptions } from './livekit/livekit-transport';
import { createMeshTransport } from './mesh/mesh-transport';
import type { CallPorts } from '../ports';
import type { CallTransport } from './transport';

export const createTransport = (
  ports: CallPorts,
  { provider }: Pick<Participant, 'provider'>,
  options: LiveKitOptions,
): CallTransport => (provider === 'livekit' ? createLiveKitTransport : createMeshTransport)(ports, options);
