import type { ContentTableRow } from '@earth/contracts';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { FilledButton, QuietButton, TextButton } from '../../ui/controls/Button';
import { DateField } from '../../ui/controls/DateField';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import styles from './contents.module.css';
import { texts } from './texts';
import type { Acts, Moments } from './use-acts';

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

/** A moment of some contents: what the field shows, and whether they differ; then it starts empty, and empty keeps what each has. */
function useMoment(moments: readonly (string | null)[]) {
  const fields = moments.map(fieldOf);
  const areSame = fields.every((field) => field === fields[0]);
  // Of when the form opened: rows that are read again meanwhile make nothing look touched.
  const [first] = useState((areSame && fields[0]) || '');
  const [value, setValue] = useState(first);
  const isKept = value === first;
  return {
    value,
    setValue,
    areSame,
    /** What each of them will have, as its field has it. */
    after: isKept ? fields : fields.map(() => value),
    /** Undefined: stays as it is. */
    change: isKept ? undefined : value === '' ? null : new Date(value).toISOString(),
  };
}

function DatesForm({ rows, acts, onClose }: DatesProps) {
  const t = useTexts(texts);
  const from = useMoment(rows.map(({ liveFrom }) => liveFrom));
  const until = useMoment(rows.map(({ liveUntil }) => liveUntil));
  const areSame = from.areSame && until.areSame;
  const isWrong = from.after.some((begin, index) => {
    const end = until.after[index];
    return begin !== '' && end && begin >= end;
  });
  // The bar goes with its dialog when it is saved; after a failure what was typed stays.
  const send = (moments: Moments) =>
    acts.setDates(
      rows.map(({ id }) => id),
      moments,
    );
  const save = async () => {
    if (from.change === undefined && until.change === undefined) onClose();
    else await send({ liveFrom: from.change, liveUntil: until.change });
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong) void save();
      }}
    >
      <p>{t(areSame ? 'datesLine' : 'datesDiffer')}</p>
      <p>{t('datesDrafts')}</p>
      <DateField
        label={t('from')}
        type="datetime-local"
        value={from.value}
        problem={null}
        say={t}
        onChange={from.setValue}
      />
      <DateField
        label={t('until')}
        type="datetime-local"
        value={until.value}
        problem={isWrong ? { words: t('wrongOrder') } : null}
        say={t}
        onChange={until.setValue}
      />
      {acts.problem && (
        <p role="alert" className={styles.problem}>
          {acts.problem.words}
        </p>
      )}
      {!areSame && (
        <TextButton aria-disabled={acts.isBusy} onClick={() => void send({ liveFrom: null, liveUntil: null })}>
          {t('noDates')}
        </TextButton>
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
