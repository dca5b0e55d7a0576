import { IconCamera } from '@tabler/icons-react';
import { useTexts } from '../../../shared/i18n';
import { FilledButton, TextButton } from '../../../ui/controls/Button';
import { AllowSteps } from '../parts/AllowSteps';
import { texts } from '../texts';
import { Overlay } from './Overlay';
import styles from './permission.module.css';

interface PermissionCardProps {
  /** `refused`: the browser does not ask any more, or the answer was no. */
  readonly state: 'explaining' | 'asking' | 'refused';
  /** Which of the two is refused. */
  readonly device: 'camera' | 'microphone';
  /** The field user shows a machine, who helps shows a face. */
  readonly amAssisted: boolean;
  readonly onAllow: () => void;
  /** The call goes on as it is. */
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

/** A sentence before the browser's question; and after a no, the way to a yes and the way on without a picture. */
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
