import { useChosen } from './device-choice';
import { useDeviceList } from './use-device-list';

/** Not every browser lets a page choose its loudspeaker. */
export const canChooseSpeaker = () => 'setSinkId' in HTMLMediaElement.prototype;

type Sounding = Pick<HTMLMediaElement, 'sinkId' | 'setSinkId'>;

/** @param speaker id of the loudspeaker; null, or a missing one: the browser's default */
export async function soundThrough(element: Sounding, speaker: string | null): Promise<void> {
  if (!canChooseSpeaker() || element.sinkId === (speaker ?? '')) return;
  await element.setSinkId(speaker ?? '').catch(() => element.setSinkId(''));
}

export interface Speaker {
  readonly id: string | null;
  /** The chosen loudspeaker is not connected. */
  readonly isGone: boolean;
}

/** The loudspeaker of a call: the chosen one, or the browser's default if it is unplugged. */
export function useSpeaker(): Speaker {
  const chosen = useChosen('speaker');
  // The list may not be loaded yet when a call begins.
  const { speaker } = useDeviceList(chosen === null ? 'never' : 'onChange');
  const isThere = speaker.some(({ id }) => id === chosen);
  // An empty list means that the browser does not list loudspeakers.
  return { id: isThere ? chosen : null, isGone: chosen !== null && speaker.length > 0 && !isThere };
}
