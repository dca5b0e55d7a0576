import { NOTICE_AHEAD_DAYS } from '@earth/contracts';
import { useState } from 'react';
import { ApiError } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { DateField } from '../../ui/controls/DateField';
import { DialogAnswers } from '../../ui/overlay/Dialog';
import styles from './notices.module.css';
import { texts } from './texts';

const DAY_MS = 24 * 3600_000;

interface PlanProps {
  readonly onSend: (at: string) => Promise<void>;
  readonly onClose: () => void;
}

/** The moment at which a notice goes out, in the time of this device. */
export function PlanForm({ onSend, onClose }: PlanProps) {
  const t = useTexts(texts);
  const [value, setValue] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly words: string } | null>(null);
  async function send() {
    const at = new Date(value);
    const ahead = at.getTime() - Date.now();
    if (!(ahead >= 0 && ahead <= NOTICE_AHEAD_DAYS * DAY_MS)) return setProblem({ words: t('wrongAt') });
    setBusy(true);
    setProblem(null);
    try {
      await onSend(at.toISOString());
    } catch (error) {
      const refused = error instanceof ApiError ? error : null;
      setProblem({ words: refused?.error === 'tooManyToday' ? t('tooMany') : (refused?.message ?? t('wrongAt')) });
      setBusy(false);
    }
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void send();
      }}
    >
      <DateField label={t('at')} type="datetime-local" value={value} problem={problem} say={t} onChange={setValue} />
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
        <FilledButton type="submit" aria-disabled={isBusy || value === ''}>
          {t('plan')}
        </FilledButton>
      </DialogAnswers>
    </form>
  );
}
