import type { ContentTableRow } from '@earth/contracts';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Field } from '../../ui/controls/Field';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import styles from './contents.module.css';
import { texts } from './texts';
import type { Acts } from './use-acts';

interface DatesProps {
  readonly rows: readonly ContentTableRow[];
  readonly acts: Acts;
  readonly onClose: () => void;
}

const two = (part: number) => String(part).padStart(2, '0');

/** The local time as the field has it: `2026-03-01T09:30`. */
function fieldOf(moment: string | null): string {
  if (moment === null) return '';
  const date = new Date(moment);
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

const momentOf = (field: string) => (field === '' ? undefined : new Date(field).toISOString());

function DatesForm({ rows, acts, onClose }: DatesProps) {
  const t = useTexts(texts);
  const [from, setFrom] = useState(() => fieldOf(rows[0]?.liveFrom ?? null));
  const [until, setUntil] = useState(() => fieldOf(rows[0]?.liveUntil ?? null));
  const isWrong = from !== '' && until !== '' && from >= until;
  // The bar goes with its dialog when it is saved; after a failure what was typed stays.
  const save = () =>
    acts.setDates(
      rows.map(({ id }) => id),
      { liveFrom: momentOf(from), liveUntil: momentOf(until) },
    );
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong) void save();
      }}
    >
      <p>{t('datesLine')}</p>
      <Field label={t('from')} type="datetime-local" value={from} problem={null} say={t} onChange={setFrom} />
      <Field
        label={t('until')}
        type="datetime-local"
        value={until}
        problem={isWrong ? { words: t('wrongOrder') } : null}
        say={t}
        onChange={setUntil}
      />
      {acts.problem && (
        <p role="alert" className={styles.problem}>
          {acts.problem.words}
        </p>
      )}
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
        <FilledButton type="submit" aria-disabled={isWrong || acts.isBusy}>
          {t('save')}
        </FilledButton>
      </DialogAnswers>
    </form>
  );
}

/** Between which moments the contents are live. */
export function DatesDialog({ isOpen, ...form }: DatesProps & { readonly isOpen: boolean }) {
  const t = useTexts(texts);
  return (
    <Dialog isOpen={isOpen} onClose={form.onClose} title={t('datesTitle')} closeOnClickOutside={false}>
      <DatesForm {...form} />
    </Dialog>
  );
}
