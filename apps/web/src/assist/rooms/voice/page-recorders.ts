/** The page's recorders, by room. An unsent voice note survives leaving the room. */
import { onSessionEnd } from '../../../platform';
import { pageClock } from '../../../platform/page-clock';
import { listenTo } from '../../../ui/feedback/sound-level';
import { openMicrophone } from '../../calls';
import { voiceKind } from '../../../platform/messages/voice-note';
import { VoiceRecorder } from './recorder';

/** Bit rate for speech: five minutes are 1.2 MB. */
const BITS_PER_SECOND = 32_000;

const recorders = new Map<string, VoiceRecorder>();
onSessionEnd(() => {
  for (const recorder of recorders.values()) recorder.cancel();
  recorders.clear();
});

export function recorderOf(roomId: string): VoiceRecorder {
  const known = recorders.get(roomId);
  if (known) return known;
  const recorder = new VoiceRecorder({
    kind: () => ('MediaRecorder' in globalThis ? voiceKind((type) => MediaRecorder.isTypeSupported(type)) : null),
    openMicrophone,
    record: (track, mimeType) =>
      new MediaRecorder(new MediaStream([track]), { mimeType, audioBitsPerSecond: BITS_PER_SECOND }),
    listen: listenTo,
    clock: pageClock,
  });
  recorders.set(roomId, recorder);
  return recorder;
}
