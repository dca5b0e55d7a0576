import { IconCamera } from '@tabler/icons-react';
import { useTexts } from '../../../shared/i18n';
import { FilledButton, TextButton } from '../../../ui/controls/Button';
import { AllowSteps } from '../../../ui/camera/AllowSteps';
import { texts } from '../texts';
import { Overlay } from './Overlay';
import styles from './permission.module.css';

interface PermissionCardProps {
  /** `refused`: the browser blocks the device, or the user has just refused. */
  readonly state: 'explaining' | 'asking' | 'refused';
  /** The refused device. */
  readonly device: 'camera' | 'microphone';
  /** A field user shows a machine, a helper shows their face: the texts differ. */
  readonly amAssisted: boolean;
  readonly onAllow: () => void;
  /** Closes the card; the call goes on as it is. */
  readonly onGoOn: () => void;
  readonly onCancel: () => void;
}

const blockedWords = { camera: 'cameraBlocked', microphone: 'microphoneBlocked' } as const;

type ExplainingProps = Pick<PermissionCardProps, 'state' | 'amAssisted' | 'onAllow' | 'onCancel'>;

function Explaining({ state, amAssisted, onAllow, onCancel }: ExplainingProps) {
  const say = useTexts(texts);
  const isAsking = state === 'asking';
  return (
    <div className={styles.middle}>
      <IconCamera className={styles.mark} size={40} stroke={1.75} />
      <h1 className={styles.title}>{say(amAssisted ? 'showMachine' : 'showYourself')}</h1>
      <p className={styles.why}>{say(amAssisted ? 'showMachineWhy' : 'showYourselfWhy')}</p>
      <FilledButton isField className={styles.allow} disabled={isAsking} onClick={onAllow}>
        {isAsking ? say('asking') : say('allowCamera')}
      </FilledButton>
      <TextButton onClick={onCancel}>{say('notNow')}</TextButton>
    </div>
  );
}

function Refused({ device, onAllow, onGoOn }: Pick<PermissionCardProps, 'device' | 'onAllow' | 'onGoOn'>) {
  const say = useTexts(texts);
  return (
    <>
      <h1 className={styles.title}>{say(blockedWords[device])}</h1>
      <AllowSteps />
      <div className={styles.buttons}>
        <FilledButton className={styles.button} onClick={onAllow}>
          {say('tryAgain')}
        </FilledButton>
        <TextButton className={styles.button} onClick={onGoOn}>
          {say(device === 'camera' ? 'soundOnly' : 'goOnSilent')}
        </TextButton>
      </div>
    </>
  );
}

/** Explains the camera before the browser asks; after a refusal, shows how to allow it, and how to go on without a picture. */
export function PermissionCard({ state, device, amAssisted, onAllow, onGoOn, onCancel }: PermissionCardProps) {
  const say = useTexts(texts);
  const explained = say(amAssisted ? 'showMachine' : 'showYourself');
  return (
    <Overlay label={state === 'refused' ? say(blockedWords[device]) : explained} onEscape={onCancel}>
      {state === 'refused' ? (
        <Refused device={device} onAllow={onAllow} onGoOn={onGoOn} />
      ) : (
        <Explaining state={state} amAssisted={amAssisted} onAllow={onAllow} onCancel={onCancel} />
      )}
    </Overlay>
  );
}
