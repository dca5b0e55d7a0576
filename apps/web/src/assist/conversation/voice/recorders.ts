/** The recorders of a session, by place. An unsent voice note survives leaving the conversation. */
import { type Place, voiceKind } from '@earth/messaging';
import { pageClock } from '../../../platform/page-clock';
import type { SessionScope } from '../../../platform/session/session-scope';
import { listenTo } from '../../../ui/feedback/sound-level';
import { type RecorderPorts, VoiceRecorder } from './recorder';

/** Bit rate for speech: five minutes are 1.2 MB. */
const BITS_PER_SECOND = 32_000;

export function createRecorders(scope: SessionScope) {
  const recorders = new Map<string, VoiceRecorder>();
  scope.onDispose(() => recorders.forEach((recorder) => recorder.cancel()));
  return ({ id }: Place, openMicrophone: RecorderPorts['openMicrophone']): VoiceRecorder => {
    const known = recorders.get(id);
    if (known) return known;
    const recorder = new VoiceRecorder({
      kind: () => ('MediaRecorder' in globalThis ? voiceKind((type) => MediaRecorder.isTypeSupported(type)) : null),
      openMicrophone,
      record: (track, mimeType) =>
        new MediaRecorder(new MediaStream([track]), { mimeType, audioBitsPerSecond: BITS_PER_SECOND }),
      listen: listenTo,
      clock: pageClock,
    });
    recorders.set(id, recorder);
    return recorder;
  };
}
