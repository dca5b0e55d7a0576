import { useChosen } from './device-choice';
import { useDeviceList } from './use-device-list';

/** Not every browser lets a page choose where it sounds. */
export const canChooseSpeaker = () => 'setSinkId' in HTMLMediaElement.prototype;

type Sounding = Pick<HTMLMediaElement, 'sinkId' | 'setSinkId'>;

/** @param speaker id of the loudspeaker; null, or one that is gone: the browser's own */
export async function soundThrough(element: Sounding, speaker: string | null): Promise<void> {
  if (!canChooseSpeaker() || element.sinkId === (speaker ?? '')) return;
  await element.setSinkId(speaker ?? '').catch(() => element.setSinkId(''));
}

export interface Speaker {
  readonly id: string | null;
  /** One was chosen, and is not there. */
  readonly isGone: boolean;
}

/** Where a call sounds: a loudspeaker that is unplugged gives way to the browser's own. */
export function useSpeaker(): Speaker {
  const chosen = useChosen('speaker');
  // A browser's list takes its time, in which a call begins.
  const { speaker } = useDeviceList(chosen === null ? 'never' : 'onChange');
  const isThere = speaker.some(({ id }) => id === chosen);
  // A list without any is a list that is not told.
  return { id: isThere ? chosen : null, isGone: chosen !== null && speaker.length > 0 && !isThere };
}
