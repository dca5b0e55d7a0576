import {
  type CallInput,
  type CompanyNotice,
  type createNotice,
  NOTICE_TEXT_MAX,
  NOTICE_TITLE_MAX,
} from '@earth/contracts';
import { useId, useState } from 'react';
import { ChooseContent } from '../../discover/content-editor';
import { useTexts } from '../../shared/i18n';
import { useEditDraft, useStoredDraft } from '../../shared/use-edit-draft';
import { useRequest } from '../../shared/use-request';
import { FilledButton, QuietButton, TextButton } from '../../ui/controls/Button';
import { Field, Labelled, ProblemLine, TextArea } from '../../ui/controls/Field';
import { isTooLong, TooLong } from '../../ui/controls/TooLong';
import { Restored } from '../../ui/feedback/EditNotices';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { DialogAnswers } from '../../ui/overlay/Dialog';
import styles from './notices.module.css';
import { texts } from './texts';

type Typed = CallInput<typeof createNotice>;

export type FirstNotice = Pick<CompanyNotice, 'titleEn' | 'textEn' | 'titleIt' | 'textIt' | 'content'>;

export const emptyNotice: FirstNotice = { titleEn: '', textEn: '', titleIt: '', textIt: '', content: null };

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
  readonly content: FirstNotice['content'];
  readonly onChange: (content: FirstNotice['content']) => void;
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
  readonly first: FirstNotice;
  readonly onSave: (typed: Typed) => Promise<void>;
  readonly onClose: () => void;
}

/** Title and text in both languages, and the content that it opens. What is typed stays on this device until it is saved or given up. */
export function NoticeForm(props: FormProps) {
  const draft = useStoredDraft<FirstNotice>(props.name);
  return draft === undefined ? <SkeletonRows count={4} picture={0} /> : <FilledForm {...props} draft={draft} />;
}

function FilledForm({ name, first, draft, onSave, onClose }: FormProps & { readonly draft: FirstNotice | null }) {
  const t = useTexts(texts);
  const { ask, isBusy, problem } = useRequest();
  const [began] = useState(first);
  const [typed, setTyped] = useState(draft ?? began);
  const [isRestored, setRestored] = useState(draft !== null);
  const { forget } = useEditDraft(name, typed === began ? null : typed);
  const change = (part: Partial<FirstNotice>) => setTyped({ ...typed, ...part });
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
        if (!isHeld)
          void ask(async () => {
            await onSave({ ...words, contentId: content?.id });
            forget();
          });
      }}
    >
      {isRestored && (
        <Restored
          onDiscard={() => {
            setTyped(began);
            setRestored(false);
          }}
        />
      )}
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
            forget();
            onClose();
          }}
        >
          {t('cancel')}
        </QuietButton>
        <FilledButton type="submit" aria-disabled={isHeld}>
          {t('save')}
        </FilledButton>
      </DialogAnswers>
    </form>
  );
}
