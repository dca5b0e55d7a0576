import { contentLanguages, type Language, type SiteTerms } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { useEditDraft, useStoredDraft } from '../../shared/use-edit-draft';
import { FilledButton } from '../../ui/controls/Button';
import { Labelled, ProblemLine, TextArea } from '../../ui/controls/Field';
import { Restored } from '../../ui/feedback/EditNotices';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { Question } from '../../ui/overlay/Question';
import { QuietLine } from '../../ui/page/SettingsPage';
import { Acceptances, TermsVersions } from './Acceptances';
import styles from './company.module.css';
import { siteTermsQuery } from './queries';
import { type Sections, sectionsOf, type TermsProblem, termsText } from './terms-text';
import { texts } from './texts';
import { useTermsChange } from './use-change';

const PARTS = ['terms', 'privacy'] as const;
type Part = (typeof PARTS)[number];
type Typed = Readonly<Record<Language, Readonly<Record<Part, string>>>>;

const typedOf = ({ current }: SiteTerms): Typed => ({
  en: { terms: termsText(current.en.terms), privacy: termsText(current.en.privacy) },
  it: { terms: termsText(current.it.terms), privacy: termsText(current.it.privacy) },
});

interface TextProps {
  readonly label: string;
  readonly lang: Language;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function TermsField({ label, lang, text, onChange }: TextProps) {
  const t = useTexts(texts);
  const id = useId();
  const sections = sectionsOf(text);
  const problem: TermsProblem | null = typeof sections === 'string' ? sections : null;
  return (
    <Labelled id={id} label={label}>
      <TextArea
        id={id}
        rows={14}
        lang={lang}
        className={styles.words}
        value={text}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <ProblemLine id={`${id}-problem`} problem={problem && { text: problem }} say={t} />
    </Labelled>
  );
}

const read = ({ terms, privacy }: Typed[Language]): { terms: Sections; privacy: Sections } | null => {
  const [use, notice] = [sectionsOf(terms), sectionsOf(privacy)];
  return typeof use === 'string' || typeof notice === 'string' ? null : { terms: use, privacy: notice };
};

/** What is not published yet, on this device, and the version from which it was made. */
interface TermsDraft {
  readonly version: number;
  readonly typed: Typed;
}

const TERMS_DRAFT = 'terms';

interface FormProps {
  readonly terms: SiteTerms;
  readonly draft: TermsDraft | null;
}

/** What is typed, which stays on this device until it is published or discarded. */
function useTyped({ terms, draft }: FormProps) {
  const stored = typedOf(terms);
  const [typed, setTyped] = useState(draft?.typed ?? stored);
  const [isRestored, setRestored] = useState(draft !== null);
  const isChanged = contentLanguages.some((l) => PARTS.some((part) => typed[l][part] !== stored[l][part]));
  const began = isRestored && draft ? draft.version : terms.version;
  const unsaved = useMemo(
    (): TermsDraft | null => (isChanged ? { version: began, typed } : null),
    [isChanged, began, typed],
  );
  useEditDraft(TERMS_DRAFT, unsaved);
  return {
    typed,
    isChanged,
    isRestored: isRestored && isChanged,
    /** Somebody else has published meanwhile. */
    isOutdated: began !== terms.version,
    change: (l: Language, part: Part, text: string) => setTyped({ ...typed, [l]: { ...typed[l], [part]: text } }),
    begin(from: SiteTerms) {
      setTyped(typedOf(from));
      setRestored(false);
    },
  };
}

function TermsForm({ terms, draft }: FormProps) {
  const t = useTexts(texts);
  const { typed, ...form } = useTyped({ terms, draft });
  const [isAsking, setAsking] = useState(false);
  const next = terms.version + 1;
  const { change, isBusy, problem, forget } = useTermsChange(() => {
    setAsking(false);
    showToast(t('termsPublished', { version: next }));
  });
  const [en, it] = [read(typed.en), read(typed.it)];
  const isHeld = !en || !it || !form.isChanged;
  const publish = () =>
    en &&
    it &&
    void change(async (basedOn) => {
      const published = await api.publishTerms({ basedOn, en, it });
      form.begin(published);
      return published;
    });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isHeld) setAsking(true);
      }}
    >
      {form.isRestored && (
        <>
          <Restored onDiscard={() => form.begin(terms)} />
          {form.isOutdated && <QuietLine>{t('termsSince', { version: terms.version })}</QuietLine>}
        </>
      )}
      {PARTS.map((part) => (
        <div key={part} className={styles.languages}>
          {contentLanguages.map((l) => (
            <TermsField
              key={l}
              lang={l}
              label={t(`${part}_${l}`)}
              text={typed[l][part]}
              onChange={(text) => form.change(l, part, text)}
            />
          ))}
        </div>
      ))}
      <div className={styles.acts}>
        <FilledButton type="submit" aria-disabled={isHeld}>
          {t('publish')}
        </FilledButton>
      </div>
      <Question
        isOpen={isAsking}
        title={t('publishTitle', { version: next })}
        yes={t('publish')}
        isBusy={isBusy}
        problem={problem}
        onYes={publish}
        onClose={() => {
          forget();
          setAsking(false);
        }}
      >
        <p>{t('publishLine')}</p>
      </Question>
    </form>
  );
}

/** Terms of use and privacy notice: the text in force, its versions, and who has accepted which. */
export function TermsPart() {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(siteTermsQuery);
  const stored = useStoredDraft<TermsDraft>(TERMS_DRAFT);
  if (!data || !stored)
    return error ? (
      <Failed title={t('loadFailed')} line={error.message} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows count={4} picture={0} />
    );
  return (
    <>
      <QuietLine>{t('termsLine')}</QuietLine>
      <p className={styles.note}>{t('termsHow')}</p>
      <TermsForm terms={data} {...stored} />
      <TermsVersions terms={data} />
      {data.version > 0 && <Acceptances />}
    </>
  );
}
