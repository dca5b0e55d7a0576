import { contentLanguages, type Language, type SiteTerms } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { FilledButton } from '../../ui/controls/Button';
import { Labelled, ProblemLine, TextArea } from '../../ui/controls/Field';
import { EditorsHere, Restored, StoredDraft } from '../../ui/feedback/EditNotices';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { Question } from '../../ui/overlay/Question';
import { QuietLine } from '../../ui/page/SettingsPage';
import { Acceptances, TermsVersions } from './Acceptances';
import styles from './company.module.css';
import type { Changes } from './model/changes';
import { siteTermsQuery } from './queries';
import { asText, SettingsConflicts } from './SettingsConflicts';
import { type Sections, sectionsOf, type TermsProblem, termsText } from './terms-text';
import { texts } from './texts';
import { useSettingsForm } from './use-settings-form';

const PARTS = ['terms', 'privacy'] as const;

const DRAFT = 'terms of the site';

const valuesOf = ({ current: { en, it } }: SiteTerms) => ({
  terms_en: termsText(en.terms),
  terms_it: termsText(it.terms),
  privacy_en: termsText(en.privacy),
  privacy_it: termsText(it.privacy),
});
type Values = ReturnType<typeof valuesOf>;

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

const read = (values: Values, l: Language): { terms: Sections; privacy: Sections } | null => {
  const [use, notice] = [sectionsOf(values[`terms_${l}`]), sectionsOf(values[`privacy_${l}`])];
  return typeof use === 'string' || typeof notice === 'string' ? null : { terms: use, privacy: notice };
};

interface FormProps {
  readonly terms: SiteTerms;
  readonly draft: Changes<Values> | null;
}

function useTermsForm({ terms, draft }: FormProps) {
  const t = useTexts(texts);
  const [isAsking, setAsking] = useState(false);
  const form = useSettingsForm({
    queryKey: siteTermsQuery.queryKey,
    settings: terms,
    valuesOf,
    async send(values, _, basedOn) {
      const [en, it] = [read(values, 'en'), read(values, 'it')];
      if (!en || !it) throw new Error('The terms cannot be read');
      return await api.publishTerms({ basedOn, en, it });
    },
    // Nobody publishes what they have not read.
    asksAgain: true,
    draftName: DRAFT,
    draft,
    onDone({ version }) {
      setAsking(false);
      showToast(t('termsPublished', { version }));
    },
  });
  return {
    ...form,
    isHeld: !read(form.values, 'en') || !read(form.values, 'it') || !form.isChanged,
    isAsking: isAsking && !form.conflicting,
    ask: () => setAsking(true),
    stopAsking() {
      form.forgetProblem();
      setAsking(false);
    },
    resolve(mine: ReadonlySet<keyof Values>) {
      setAsking(false);
      form.resolve(mine);
    },
  };
}

function TermsForm(props: FormProps) {
  const t = useTexts(texts);
  const form = useTermsForm(props);
  const { values, isHeld } = form;
  const field = (key: keyof Values) => ({ label: t(key), show: asText });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isHeld) form.ask();
      }}
    >
      {form.isRestored && <Restored onDiscard={form.discard} />}
      {PARTS.map((part) => (
        <div key={part} className={styles.languages}>
          {contentLanguages.map((l) => (
            <TermsField
              key={l}
              lang={l}
              label={t(`${part}_${l}`)}
              text={values[`${part}_${l}`]}
              onChange={(text) => form.change({ [`${part}_${l}`]: text })}
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
        isOpen={form.isAsking}
        title={t('publishTitle', { version: props.terms.version + 1 })}
        yes={t('publish')}
        isBusy={form.isBusy}
        problem={form.problem}
        onYes={form.save}
        onClose={form.stopAsking}
      >
        <p>{t('publishLine')}</p>
      </Question>
      <SettingsConflicts
        form={form}
        fields={{
          terms_en: field('terms_en'),
          terms_it: field('terms_it'),
          privacy_en: field('privacy_en'),
          privacy_it: field('privacy_it'),
        }}
      />
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
      <EditorsHere edited="terms" />
      <StoredDraft<Changes<Values>> name={DRAFT}>{(draft) => <TermsForm terms={data} draft={draft} />}</StoredDraft>
      <TermsVersions terms={data} />
      {data.version > 0 && <Acceptances />}
    </>
  );
}
