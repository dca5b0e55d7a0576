import { type CallInput, type createNotice, NOTICE_TEXT_MAX, NOTICE_TITLE_MAX } from '@earth/contracts';
import { useId, useMemo, useState } from 'react';
import { ChooseContent } from '../../discover/content-editor';
import { ApiError } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { useEditDraft } from '../../shared/use-edit-draft';
import { useRequest } from '../../shared/use-request';
import { FilledButton, QuietButton, TextButton } from '../../ui/controls/Button';
import { Field, Labelled, ProblemLine, TextArea } from '../../ui/controls/Field';
import { isTooLong, TooLong } from '../../ui/controls/TooLong';
import { EditorsHere, Restored, StoredDraft } from '../../ui/feedback/EditNotices';
import { ConflictDialog } from '../../ui/overlay/ConflictDialog';
import { DialogAnswers } from '../../ui/overlay/Dialog';
import {
  mergeNotice,
  type NoticeBase,
  type NoticePart,
  noticeParts,
  type NoticeWords,
  partOf,
  withParts,
} from './model/notice-merge';
import styles from './notices.module.css';
import { texts } from './texts';

type Typed = CallInput<typeof createNotice>;

export const emptyNotice: NoticeBase = {
  version: 0,
  words: { titleEn: '', textEn: '', titleIt: '', textIt: '', content: null },
};

interface LongTextProps {
  readonly label: string;
  readonly lang: 'en' | 'it';
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function LongText({ label, lang, value, onChange }: LongTextProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <TextArea
        id={id}
        className={styles.text}
        lang={lang}
        rows={3}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <TooLong text={value} most={NOTICE_TEXT_MAX} />
    </Labelled>
  );
}

interface ChosenProps {
  readonly content: NoticeWords['content'];
  readonly onChange: (content: NoticeWords['content']) => void;
}

/** The content that the notice opens. */
function ChosenContent({ content, onChange }: ChosenProps) {
  const t = useTexts(texts);
  const [isChoosing, setChoosing] = useState(false);
  return (
    <fieldset className={styles.content}>
      <legend>{t('content')}</legend>
      <p>{content?.title ?? t('noContent')}</p>
      <div className={styles.acts}>
        <QuietButton aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
          {t(content ? 'chooseOther' : 'choose')}
        </QuietButton>
        {content && <TextButton onClick={() => onChange(null)}>{t('removeContent')}</TextButton>}
      </div>
      {isChoosing && (
        <ChooseContent
          without={content ? [content.id] : []}
          onChoose={(id, title) => {
            setChoosing(false);
            onChange({ id, title });
          }}
        />
      )}
    </fieldset>
  );
}

interface FormProps {
  /** What is edited: the name of its draft on this device. */
  readonly name: string;
  readonly first: NoticeBase;
  /** Closes the form if it was saved. */
  readonly onSave: (typed: Typed, basedOn: number) => Promise<void>;
  /** What somebody else has saved meanwhile. */
  readonly readNewer: () => Promise<NoticeBase>;
  readonly onClose: () => void;
}

/** What is not saved, on this device. */
interface NoticeDraft {
  readonly base: NoticeBase;
  readonly typed: NoticeWords;
}

/** Title and text in both languages, and the content that it opens. What is typed stays on this device until it is saved or given up. */
export function NoticeForm(props: FormProps) {
  return <StoredDraft<NoticeDraft> name={props.name}>{(draft) => <FilledForm {...props} draft={draft} />}</StoredDraft>;
}

/** If others save again and again meanwhile. */
const TRIES = 3;

interface Conflicting {
  readonly mine: NoticeWords;
  readonly theirs: NoticeBase;
  readonly merged: NoticeWords;
  readonly parts: readonly NoticePart[];
}

/** Saves over what was edited; what somebody else has changed elsewhere is merged. @returns what the user has to choose */
async function save(
  { onSave, readNewer }: Pick<FormProps, 'onSave' | 'readNewer'>,
  { base, typed }: NoticeDraft,
  tries = TRIES,
): Promise<Conflicting | null> {
  const { content, ...words } = typed;
  try {
    await onSave({ ...words, contentId: content?.id }, base.version);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError && error.error === 'contentChanged') || tries === 1) throw error;
    const theirs = await readNewer();
    const { merged, conflicts } = mergeNotice(base.words, typed, theirs.words);
    if (conflicts.length > 0) return { mine: typed, theirs, merged, parts: conflicts };
    return await save({ onSave, readNewer }, { base: theirs, typed: merged }, tries - 1);
  }
}

interface ConflictsProps {
  readonly conflicting: Conflicting | null;
  readonly onResolve: (mine: ReadonlySet<NoticePart>) => void;
  readonly onClose: () => void;
}

function Conflicts({ conflicting, ...props }: ConflictsProps) {
  const t = useTexts(texts);
  const say = (words: NoticeWords, part: NoticePart) => partOf(words, part) || '–';
  return (
    <ConflictDialog
      conflicts={
        conflicting?.parts.map((part) => ({
          key: part,
          label: t(part),
          mine: say(conflicting.mine, part),
          theirs: say(conflicting.theirs.words, part),
        })) ?? null
      }
      {...props}
    />
  );
}

function useNoticeForm({ name, first, draft, ...ports }: FormProps & { readonly draft: NoticeDraft | null }) {
  const { ask, ...request } = useRequest();
  const [base, setBase] = useState(draft?.base ?? first);
  const [typed, setTyped] = useState(draft?.typed ?? base.words);
  const [isRestored, setRestored] = useState(draft !== null);
  const [conflicting, setConflicting] = useState<Conflicting | null>(null);
  const unsaved = useMemo(
    (): NoticeDraft | null => (noticeParts.every((part) => typed[part] === base.words[part]) ? null : { base, typed }),
    [base, typed],
  );
  const { forget } = useEditDraft(name, unsaved);
  const send = (wanted: NoticeDraft) =>
    void ask(async () => {
      const found = await save(ports, wanted);
      setConflicting(found);
      if (found === null) forget();
    });
  return {
    ...request,
    typed,
    isRestored,
    conflicting,
    forget,
    change: (part: Partial<NoticeWords>) => setTyped({ ...typed, ...part }),
    submit: () => send({ base, typed }),
    discard() {
      setBase(first);
      setTyped(first.words);
      setRestored(false);
    },
    closeConflict: () => setConflicting(null),
    /** Saves what was chosen, over the newer version. */
    resolve(mine: ReadonlySet<NoticePart>) {
      if (!conflicting) return;
      const chosen = withParts(conflicting.merged, conflicting.mine, [...mine]);
      setBase(conflicting.theirs);
      setTyped(chosen);
      send({ base: conflicting.theirs, typed: chosen });
    },
  };
}

function FilledForm(props: FormProps & { readonly draft: NoticeDraft | null }) {
  const t = useTexts(texts);
  const { typed, change, isBusy, problem, ...form } = useNoticeForm(props);
  const { content, ...words } = typed;
  const isShort = words.titleEn.trim() === '' || words.titleIt.trim() === '';
  const isLong = isTooLong(words.textEn, NOTICE_TEXT_MAX) || isTooLong(words.textIt, NOTICE_TEXT_MAX);
  const isHeld = isBusy || isShort || isLong;
  const title = { maxLength: NOTICE_TITLE_MAX, problem: null, say: t } as const;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isHeld) form.submit();
      }}
    >
      <EditorsHere edited="notices" />
      {form.isRestored && <Restored onDiscard={form.discard} />}
      <Field
        {...title}
        label={t('titleEn')}
        lang="en"
        autoFocus
        value={words.titleEn}
        onChange={(titleEn) => change({ titleEn })}
      />
      <LongText label={t('textEn')} lang="en" value={words.textEn} onChange={(textEn) => change({ textEn })} />
      <Field
        {...title}
        label={t('titleIt')}
        lang="it"
        value={words.titleIt}
        onChange={(titleIt) => change({ titleIt })}
      />
      <LongText label={t('textIt')} lang="it" value={words.textIt} onChange={(textIt) => change({ textIt })} />
      <ChosenContent content={content} onChange={(chosen) => change({ content: chosen })} />
      <ProblemLine id="notice-form-problem" problem={problem} say={t} />
      <DialogAnswers>
        <QuietButton
          onClick={() => {
            form.forget();
            props.onClose();
          }}
        >
          {t('cancel')}
        </QuietButton>
        <FilledButton type="submit" aria-disabled={isHeld}>
          {t('save')}
        </FilledButton>
      </DialogAnswers>
      <Conflicts conflicting={form.conflicting} onResolve={form.resolve} onClose={form.closeConflict} />
    </form>
  );
}
