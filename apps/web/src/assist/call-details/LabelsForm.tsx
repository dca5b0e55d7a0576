import { type CallDetails, isGenuine } from '@earth/contracts';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { FilledButton, TextButton } from '../../ui/controls/Button';
import { Field } from '../../ui/controls/Field';
import { ConflictDialog } from '../../ui/overlay/ConflictDialog';
import { type OpenedLabels, readable } from '../history';
import { REFERENCE_MAX, TAG_MAX, TAGS_MAX, tagsIn, tagWords } from '../history/model/labels';
import styles from './call-page.module.css';
import type { Base, Outcome } from './model/save-labels';
import { texts } from './texts';
import { useSaveLabels } from './use-save-labels';

interface LabelsFormProps {
  readonly item: CallDetails;
  readonly labels: OpenedLabels;
  readonly onClose: () => void;
}

/** What is wrong with the tags, as a text. */
function problemOf(tags: readonly string[]) {
  if (tags.length > TAGS_MAX) return { text: 'tooManyTags', values: { count: TAGS_MAX } } as const;
  if (tags.some((tag) => tag.length > TAG_MAX)) return { text: 'tagTooLong', values: { count: TAG_MAX } } as const;
  return null;
}

type Conflict = Extract<Outcome, { type: 'conflict' }>;

/** What is typed, and its way to the server. */
function useLabelsForm({ item, labels, onClose }: LabelsFormProps) {
  const save = useSaveLabels(item);
  const { ask, isBusy, problem } = useRequest();
  const [base, setBase] = useState<Base>({ labels: readable(labels), date: item.labels?.date ?? null });
  const [isReadable, setReadable] = useState(labels !== null && isGenuine(labels));
  const [reference, setReference] = useState(base.labels.reference);
  const [typed, setTyped] = useState(tagWords(base.labels.tags));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const tags = tagsIn(typed);
  const wrong = problemOf(tags);
  const send = (over: Base, mine: Base['labels']) =>
    ask(async () => {
      const outcome = await save(over, mine);
      if (outcome.type === 'saved') return onClose();
      if (outcome.type === 'conflict') return setConflict(outcome);
      setBase(outcome.base);
      setReadable(false);
    });
  return {
    isBusy,
    problem,
    isReadable,
    reference,
    setReference,
    typed,
    setTyped,
    conflict,
    setConflict,
    wrong,
    submit() {
      if (!wrong) void send(base, { reference, tags });
    },
    /** Saves the reference that the user has chosen, with all that was merged. */
    resolve(chosen: string) {
      if (!conflict) return;
      setConflict(null);
      setReference(chosen);
      setTyped(tagWords(conflict.mine.tags));
      void send(conflict.base, { ...conflict.mine, reference: chosen });
    },
  };
}

interface ReferenceConflictProps {
  readonly conflict: Conflict | null;
  readonly onResolve: (reference: string) => void;
  readonly onClose: () => void;
}

/** Two controllers have written different references: the user chooses. */
function ReferenceConflict({ conflict, onResolve, onClose }: ReferenceConflictProps) {
  const t = useTexts(texts);
  const mine = conflict?.mine.reference ?? '';
  const theirs = conflict?.base.labels.reference ?? '';
  const sides = { mine: mine || t('nothing'), theirs: theirs || t('nothing') };
  return (
    <ConflictDialog
      conflicts={conflict && [{ key: 'reference', label: t('reference'), ...sides }]}
      onResolve={(keys) => onResolve(keys.has('reference') ? mine : theirs)}
      onClose={onClose}
    />
  );
}

/** The editor of reference and tags. */
export function LabelsForm(props: LabelsFormProps) {
  const t = useTexts(texts);
  const form = useLabelsForm(props);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {!form.isReadable && (
        <p className={styles.failed} role="alert">
          {t('labelsUnreadable')}
        </p>
      )}
      <Field
        label={t('reference')}
        value={form.reference}
        maxLength={REFERENCE_MAX}
        autoComplete="off"
        autoFocus
        problem={null}
        say={t}
        onChange={form.setReference}
      />
      <Field
        label={t('tags')}
        placeholder={t('tagsExample')}
        value={form.typed}
        autoComplete="off"
        problem={form.wrong}
        takesFocus={false}
        say={t}
        onChange={form.setTyped}
      />
      {form.problem && (
        <p className={styles.failed} role="alert">
          {form.problem.words}
        </p>
      )}
      <div className={styles.actions}>
        <FilledButton type="submit" aria-disabled={form.isBusy}>
          {t('save')}
        </FilledButton>
        <TextButton onClick={props.onClose}>{t('cancel')}</TextButton>
      </div>
      <ReferenceConflict conflict={form.conflict} onResolve={form.resolve} onClose={() => form.setConflict(null)} />
    </form>
  );
}
