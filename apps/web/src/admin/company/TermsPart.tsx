import { contentLanguages, type Language, type SiteTerms } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { FilledButton } from '../../ui/controls/Button';
import { Labelled, ProblemLine, TextArea } from '../../ui/controls/Field';
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

function TermsForm({ terms }: { readonly terms: SiteTerms }) {
  const t = useTexts(texts);
  const stored = typedOf(terms);
  const [typed, setTyped] = useState(stored);
  const [isAsking, setAsking] = useState(false);
  const next = terms.version + 1;
  const { change, isBusy, problem, forget } = useTermsChange(() => {
    setAsking(false);
    showToast(t('termsPublished', { version: next }));
  });
  const [en, it] = [read(typed.en), read(typed.it)];
  const isChanged = contentLanguages.some((l) => PARTS.some((part) => typed[l][part] !== stored[l][part]));
  const isHeld = !en || !it || !isChanged;
  const publish = () => en && it && void change((basedOn) => api.publishTerms({ basedOn, en, it }));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isHeld) setAsking(true);
      }}
    >
      {PARTS.map((part) => (
        <div key={part} className={styles.languages}>
          {contentLanguages.map((l) => (
            <TermsField
              key={l}
              lang={l}
              label={t(`${part}_${l}`)}
              text={typed[l][part]}
              onChange={(text) => setTyped({ ...typed, [l]: { ...typed[l], [part]: text } })}
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
  if (!data)
    return error ? (
      <Failed title={t('loadFailed')} line={error.message} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows count={4} picture={0} />
    );
  return (
    <>
      <QuietLine>{t('termsLine')}</QuietLine>
      <p className={styles.note}>{t('termsHow')}</p>
      <TermsForm terms={data} />
      <TermsVersions terms={data} />
      {data.version > 0 && <Acceptances />}
    </>
  );
}
