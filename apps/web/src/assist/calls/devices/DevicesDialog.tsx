import type { CallActions, LocalMedia } from '@earth/calls';
import { isController, type Profile } from '@earth/contracts';
import { useMemo } from 'react';
import { useTexts } from '../../../shared/i18n';
import { FilledButton, QuietButton } from '../../../ui/controls/Button';
import { getPageMedia } from '../adapters/media';
import { offersArHere } from '../ar/offers-ar';
import { firstFacing } from '../model/first-facing';
import { Overlay } from '../screens/Overlay';
import { texts } from '../texts';
import { DeviceBoard, type OwnMedia } from './DeviceBoard';
import styles from './devices.module.css';
import { PreferencePicker } from './PreferencePicker';
import { useDeviceList } from './use-device-list';
import { usePreview } from './use-preview';

interface DevicesInCall extends Pick<CallActions, 'changeDevice' | 'preferPictures'> {
  readonly local: LocalMedia;
}

interface DevicesDialogProps {
  readonly onClose: () => void;
  readonly me: Pick<Profile, 'role'>;
  /** The present call, which switches to the chosen devices. */
  readonly call?: DevicesInCall;
}

const trackOf = (stream: MediaStream | null, kind: 'audio' | 'video') =>
  stream?.getTracks().find((track) => track.kind === kind) ?? null;

/** In a call: shows the media that are sent, and opens no other devices. */
function InCall({ local, changeDevice, preferPictures, me }: DevicesInCall & Pick<DevicesDialogProps, 'me'>) {
  const own: OwnMedia = {
    stream: trackOf(local.stream, 'video') && local.stream,
    microphone: trackOf(local.stream, 'audio'),
    isMirrored: local.facing === 'user' && !local.isScreen,
    cameraProblem: local.cameraProblem,
    microphoneProblem: local.microphoneProblem,
    absence: local.videoOn ? 'previewOpens' : 'yourCameraOff',
    tryAgain: changeDevice,
  };
  const list = useDeviceList('onChange', own.stream);
  return (
    <div className={styles.board}>
      <DeviceBoard
        own={own}
        list={list}
        hasAr={local.ar !== null}
        onChosen={(kind) => kind !== 'speaker' && changeDevice(kind)}
      />
      {isController(me.role.code) && <PreferencePicker chosen={local.prefers} onChoose={preferPictures} />}
    </div>
  );
}

function BeforeCall({ me }: Pick<DevicesDialogProps, 'me'>) {
  const say = useTexts(texts);
  const { preview, allow, openAgain } = usePreview(getPageMedia(), firstFacing(me));
  const opened = preview.type === 'open' ? preview.opened : null;
  const list = useDeviceList('often', opened);
  const stream = useMemo(() => opened?.video && new MediaStream([opened.video]), [opened]);
  if (preview.type === 'unasked')
    return (
      <div className={styles.board}>
        <p>{say('tryFirst')}</p>
        <FilledButton onClick={allow}>{say('allowCamera')}</FilledButton>
      </div>
    );
  const own: OwnMedia = {
    stream: stream ?? null,
    microphone: opened?.audio ?? null,
    isMirrored: opened?.facing === 'user',
    cameraProblem: opened?.cameraProblem ?? null,
    microphoneProblem: opened?.microphoneProblem ?? null,
    absence: 'previewOpens',
    tryAgain: openAgain,
  };
  return <DeviceBoard own={own} list={list} hasAr={offersArHere(me)} />;
}

/** Chooses the camera, microphone and loudspeaker of calls: for testing before a call, and for changing during one. */
export function DevicesDialog({ onClose, me, call }: DevicesDialogProps) {
  const say = useTexts(texts);
  return (
    <Overlay label={say('devices')} onEscape={onClose}>
      <h1 className={styles.title}>{say('devices')}</h1>
      {call ? <InCall {...call} me={me} /> : <BeforeCall me={me} />}
      <div className={styles.end}>
        <QuietButton onClick={onClose}>{say('done')}</QuietButton>
      </div>
    </Overlay>
  );
}
