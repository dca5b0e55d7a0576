import { type Contact, whomToRing } from '@earth/contracts';
import { IconVideoFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n';
import { usePlaceCall } from '../calls';
import { helpersQuery } from '../../shared/queries';
import styles from './HelpButton.module.css';
import { texts } from './texts';

interface HelpButtonProps {
  /** With all people who may help; the server chooses whom it rings. */
  readonly onCall: (helpers: readonly Contact[]) => void;
}

/** The main button: rings every operator who is free. */
export function HelpButton({ onCall }: HelpButtonProps) {
  const t = useTexts(texts);
  const { data: helpers } = useQuery(helpersQuery);
  const { reason } = usePlaceCall();
  const ringing = helpers && whomToRing(helpers);
  const canRing = ringing !== undefined && ringing.targets.length > 0;

  function findLine(): string {
    if (reason) return reason;
    if (!ringing) return t('notLoaded');
    if (!canRing) return t('nobodyThere');
    return ringing.areFree ? t('rings', { count: ringing.targets.length }) : t('nobodyFree');
  }
  return (
    <button
      type="button"
      className={styles.help}
      disabled={reason !== null || !canRing}
      onClick={() => helpers && onCall(helpers)}
    >
      <span className={styles.ring}>
        <IconVideoFilled size={30} aria-hidden="true" />
      </span>
      <span>
        <span className={styles.title}>{t('callForHelp')}</span>
        <span className={styles.line}>{findLine()}</span>
      </span>
    </button>
  );
}
