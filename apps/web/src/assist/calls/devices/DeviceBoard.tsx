import type { MediaProblem } from '@earth/calls';
import { IconVolume } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import type { DeviceKind } from '../../../platform';
import { QuietButton } from '../../../ui/controls/Button';
import { Meter } from '../../../ui/feedback/Meter';
import { AllowSteps } from '../../../ui/camera/AllowSteps';
import { StreamVideo } from '../parts/StreamVideo';
import { arCamerasOf } from '../ar/ar-camera-choice';
import { type CallText, texts } from '../texts';
import { choose } from './device-choice';
import { type DeviceList, inUseOf } from './device-list';
import styles from './devices.module.css';
import { Picker } from './Picker';
import { canChooseSpeaker } from './speaker';
import { lazyPart } from '../../../ui/feedback/lazy-part';
import { isInShell } from '../../../platform/native/shell';
import { playTestTone } from './test-tone';
import { useChosenOf } from './use-device-list';

const cameraWords: Readonly<Record<MediaProblem, CallText>> = {
  refused: 'cameraBlocked',
  missing: 'noCamera',
  failed: 'cameraFailed',
};

const microphoneWords: Readonly<Record<MediaProblem, CallText>> = {
  refused: 'microphoneBlocked',
  missing: 'noMicrophone',
  failed: 'microphoneNotStarted',
};

export interface OwnMedia {
  /** A stream with a picture; null: there is none. */
  readonly stream: MediaStream | null;
  readonly microphone: MediaStreamTrack | null;
  readonly isMirrored: boolean;
  readonly cameraProblem: MediaProblem | null;
  readonly microphoneProblem: MediaProblem | null;
  /** Why there is no picture, if that is no problem. */
  readonly absence: CallText;
  /** Tries again to open the devices that failed. */
  readonly tryAgain: (device: 'camera' | 'microphone') => void;
}

interface BoardProps {
  readonly own: OwnMedia;
  readonly list: DeviceList;
  /** AR is offered: its camera is picked apart. */
  readonly hasAr?: boolean;
  readonly onChosen?: (kind: DeviceKind) => void;
}

/** Web views list no loudspeakers: the phone knows where sound can go. */
const RoutePicker = lazyPart(() => import('./RoutePicker'), 'RoutePicker');

/** The id of the device that a track comes from. */
const openedBy = (track: MediaStreamTrack | null | undefined) => track?.getSettings().deviceId ?? null;

function TestTone({ speaker }: { readonly speaker: string | null }) {
  const say = useTexts(texts);
  const [isPlaying, setPlaying] = useState(false);
  async function play() {
    setPlaying(true);
    // If the loudspeaker fails, the user hears nothing, which is the result of the test.
    await playTestTone(speaker).catch(() => undefined);
    setPlaying(false);
  }
  return (
    <QuietButton
      icon={<IconVolume size={20} stroke={1.75} aria-hidden="true" />}
      aria-disabled={isPlaying}
      onClick={() => !isPlaying && void play()}
    >
      {say('playTone')}
    </QuietButton>
  );
}

/** The browser blocks the device: shows how to allow it, and a button to try again. */
function Refused({ onAgain }: { readonly onAgain: () => void }) {
  const say = useTexts(texts);
  return (
    <details>
      <summary>{say('howToAllow')}</summary>
      <AllowSteps />
      <QuietButton className={styles.again} onClick={onAgain}>
        {say('tryAgain')}
      </QuietButton>
    </details>
  );
}

/** Picture, level and test tone of the chosen devices, each beside its picker. */
export function DeviceBoard({ own, list, hasAr = false, onChosen }: BoardProps) {
  const say = useTexts(texts);
  const chosen = {
    camera: useChosenOf(list, 'camera'),
    arCamera: useChosenOf(list, 'arCamera'),
    microphone: useChosenOf(list, 'microphone'),
    speaker: useChosenOf(list, 'speaker'),
  };
  const { stream, microphone, isMirrored, cameraProblem, microphoneProblem, absence } = own;
  const cameraInUse = openedBy(stream?.getVideoTracks()[0]) ?? chosen.camera;
  // What is open says what «Automatic» is only without a choice; of a loudspeaker nobody says which is used. Else it is the default.
  const automatic: Readonly<Record<DeviceKind, string | null>> = {
    camera: chosen.camera === null ? cameraInUse : null,
    arCamera: null,
    microphone: chosen.microphone === null ? openedBy(microphone) : null,
    speaker: null,
  };
  const picker = (kind: DeviceKind) => (
    <Picker
      kind={kind}
      found={kind === 'arCamera' ? arCamerasOf(list.arCamera, cameraInUse) : list[kind]}
      chosen={chosen[kind]}
      inUse={inUseOf(list[kind], automatic[kind])}
      onChoose={(id) => {
        choose(kind, id);
        onChosen?.(kind);
      }}
    />
  );
  const again = () => {
    if (cameraProblem) own.tryAgain('camera');
    if (microphoneProblem) own.tryAgain('microphone');
  };
  return (
    <div className={styles.board}>
      <div className={styles.preview}>
        <p role="status">{!stream && say(cameraProblem ? cameraWords[cameraProblem] : absence)}</p>
        {stream && (
          <StreamVideo
            stream={stream}
            testId="preview-video"
            label={say('preview')}
            fit="cover"
            isMirrored={isMirrored}
          />
        )}
      </div>
      {picker('camera')}
      {hasAr && picker('arCamera')}
      <div className={styles.heard}>
        {picker('microphone')}
        <Meter label={say('microphoneLevel')} track={microphone} />
      </div>
      <p role="status" className={styles.problem}>
        {microphoneProblem && say(microphoneWords[microphoneProblem])}
      </p>
      {[cameraProblem, microphoneProblem].includes('refused') && <Refused onAgain={again} />}
      {canChooseSpeaker() ? picker('speaker') : isInShell() && <RoutePicker />}
      <TestTone speaker={chosen.speaker} />
    </div>
  );
}
