import { cutText, leadCountries, type LeadPart, ProfessionCode } from '@earth/contracts';
import { IconMailCheck, IconWifiOff } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLanguage, useTexts } from '../../shared/i18n';
import { useIsOnline } from '../../shared/use-is-online';
import { api, ApiError, useSession } from '../../platform';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Field, ProblemLine } from '../../ui/controls/Field';
import { isTooLong } from '../../ui/controls/TooLong';
import { Empty } from '../../ui/feedback/Notice';
import { showToast } from '../../shared/toast';
import { Choice } from './Choice';
import styles from './contact.module.css';
import {
  type Draft,
  type DraftField,
  firstDraft,
  storeDraft,
  leadOf,
  MESSAGE_MAX,
  type Problems,
  problemsIn,
  problemsOf,
} from './contact-draft';
import { Message } from './Message';
import { type Outcome, OutcomeDialog } from './OutcomeDialog';
import { texts } from './texts';

/** The longest subject that the server takes. */
const SUBJECT_MAX = 200;
/** How long its toasts stay (D9.16). */
const TOAST_MS = 3000;

function OfflineLine() {
  const t = useTexts(texts);
  const isOnline = useIsOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles.offline}>
          <IconWifiOff size={20} stroke={1.75} aria-hidden="true" />
          {t('offline')}
        </p>
      )}
    </div>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isRequired?: boolean;
  readonly isMissing?: boolean;
  /** The id of the line that says what is wrong. */
  readonly problemId?: string;
  readonly onChange: (isOn: boolean) => void;
}

const Check = ({ label, isOn, isRequired = false, isMissing = false, problemId, onChange }: CheckProps) => (
  <label className={styles.check}>
    <input
      type="checkbox"
      checked={isOn}
      aria-required={isRequired}
      aria-invalid={isMissing || undefined}
      aria-describedby={problemId}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    {label}
  </label>
);

/** Sorted by name, in the app's language. */
function useCountries() {
  const language = useLanguage();
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    return leadCountries
      .map((code) => ({ value: code, label: names.of(code) ?? code }))
      .toSorted((one, other) => one.label.localeCompare(other.label, language));
  }, [language]);
}

function useProfessions() {
  const t = useTexts(texts);
  return (Object.keys(ProfessionCode) as (keyof typeof ProfessionCode)[]).map((name) => ({
    value: String(ProfessionCode[name]),
    label: t(name),
  }));
}

function PrivacyHint() {
  const t = useTexts(texts);
  return (
    <p className={`${styles.hint} ${styles.beside}`}>
      {t('privacyLine')} {/* Opens in a new tab, so that the form keeps its state. */}
      <a href="/terms" target="_blank" rel="noopener" className={styles.terms}>
        {t('privacyTerms')}
      </a>
    </p>
  );
}

interface ConsentsProps {
  readonly draft: Draft;
  /** The user tried to send the form without the consent. */
  readonly isPrivacyMissing: boolean;
  readonly hasNewsletter: boolean;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** A constant object, so that the line can tell that it has not changed. */
const privacyMissing = { text: 'privacyFirst' } as const;

function Consents({ draft, isPrivacyMissing, hasNewsletter, onChange }: ConsentsProps) {
  const t = useTexts(texts);
  const problemId = useId();
  return (
    <div className={styles.checks}>
      <Check
        label={t('privacy')}
        isOn={draft.isPrivacyAccepted}
        isRequired
        isMissing={isPrivacyMissing}
        problemId={problemId}
        onChange={(isPrivacyAccepted) => onChange({ isPrivacyAccepted })}
      />
      <div className={styles.beside}>
        <ProblemLine id={problemId} problem={isPrivacyMissing ? privacyMissing : null} say={t} />
      </div>
      <PrivacyHint />
      {hasNewsletter && (
        <Check
          label={t('newsletter')}
          isOn={draft.isNewsletterWanted}
          onChange={(isNewsletterWanted) => onChange({ isNewsletterWanted })}
        />
      )}
    </div>
  );
}

interface ContactFormProps {
  readonly brand: string;
  readonly leadSource: string;
  /** What the message is about; empty: nothing in particular. */
  readonly note: string;
  /** What the company asks for. */
  readonly parts: readonly LeadPart[];
}

/** State of the form: draft, problems, and submission. The draft is kept whatever the result. */
function useContact({ brand, leadSource, note, parts }: ContactFormProps) {
  const t = useTexts(texts);
  const who = useSession((state) => (state.status === 'signedIn' ? state.profile.uniqueId : null));
  const [draft, setDraft] = useState(() => firstDraft(who, note));
  const [problems, setProblems] = useState<Problems>({});
  const [isConsentAsked, setConsentAsked] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isOutcomeShown, setOutcomeShown] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const [isThanked, setThanked] = useState(false);
  const [isSent, setSent] = useState(false);
  useEffect(() => storeDraft(who, note, isSent ? null : draft), [who, note, draft, isSent]);

  const change = (part: Partial<typeof draft>) => {
    setDraft((now) => ({ ...now, ...part }));
    setSent(false);
  };
  const showOutcome = (became: Outcome) => {
    setOutcome(became);
    setOutcomeShown(true);
  };
  const refuse = (found: Problems, words: 'someWrong' | 'privacyFirst' = 'someWrong') => {
    setProblems(found);
    setRefusals((count) => count + 1);
    showToast(t(words), undefined, TOAST_MS);
  };

  async function send() {
    const found = problemsOf(draft, parts);
    setConsentAsked(true);
    if (Object.keys(found).length > 0 || isTooLong(draft.message, MESSAGE_MAX)) return refuse(found);
    if (!draft.isPrivacyAccepted) return refuse({}, 'privacyFirst');
    setBusy(true);
    try {
      const subject = note === '' ? t('subject') : cutText(t('subjectAbout', { note }), SUBJECT_MAX);
      await api.sendLead(leadOf(draft, { brand, leadSource, subject }, parts));
      change({ isPrivacyAccepted: false, isNewsletterWanted: false });
      setConsentAsked(false);
      setSent(true);
      showOutcome({ type: 'sent' });
    } catch (error) {
      const refused = error instanceof ApiError ? problemsIn(error.fields) : {};
      if (Object.keys(refused).length > 0) refuse(refused);
      else showOutcome({ type: 'failed', reason: error instanceof ApiError ? error.message : '' });
    } finally {
      setBusy(false);
    }
  }

  return {
    draft,
    problems,
    isPrivacyMissing: isConsentAsked && !draft.isPrivacyAccepted,
    refusals,
    outcome,
    isOutcomeShown,
    isBusy,
    change,
    send: () => isBusy || void send(),
    isThanked,
    close() {
      setOutcomeShown(false);
      if (outcome?.type !== 'sent') return;
      change({ message: '' });
      setThanked(true);
    },
    writeAnother: () => setThanked(false),
    type(field: DraftField, value: string) {
      change({ [field]: value });
      setProblems(({ [field]: _, ...others }) => others);
    },
  };
}

/** In place of the form, which would look as if nothing had been sent. */
function Thanks({ onAnother }: { readonly onAnother: () => void }) {
  const t = useTexts(texts);
  return (
    <div role="status">
      <Empty
        icon={<IconMailCheck size={40} stroke={1.75} aria-hidden="true" />}
        title={t('thanks')}
        line={t('thanksLine')}
      >
        <QuietButton onClick={onAnother}>{t('writeAnother')}</QuietButton>
      </Empty>
    </div>
  );
}

export function ContactForm(props: ContactFormProps) {
  const t = useTexts(texts);
  const { parts } = props;
  const { draft, problems, isPrivacyMissing, refusals, isBusy, change, send, type, ...after } = useContact(props);
  const form = useRef<HTMLFormElement>(null);
  const countries = useCountries();
  const professions = useProfessions();

  // Each invalid field focuses itself in turn, so this focuses the first one last.
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const bound = (field: DraftField) => ({
    label: t(field),
    name: field,
    value: draft[field],
    problem: problems[field] ?? null,
    onChange: (value: string) => type(field, value),
  });
  const typed = (field: DraftField) => ({ ...bound(field), say: t, maxLength: 200 });
  if (after.isThanked) return <Thanks onAnother={after.writeAnother} />;
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <section>
        <h2 className={styles.heading}>{t('yourMessage')}</h2>
        <Message value={draft.message} onChange={(message) => change({ message })} />
      </section>
      <section>
        <h2 className={styles.heading}>{t('you')}</h2>
        <div className={styles.group}>
          <Field {...typed('firstname')} autoComplete="given-name" aria-required />
          <Field {...typed('lastname')} autoComplete="family-name" aria-required />
          <Field {...typed('email')} type="email" autoComplete="email" autoCapitalize="none" aria-required />
          {parts.includes('phone') && (
            <Field {...typed('phone')} type="tel" autoComplete="tel" inputMode="numeric" maxLength={30} />
          )}
          {parts.includes('profession') && <Choice {...bound('occupation')} options={professions} />}
        </div>
      </section>
      {parts.includes('address') && (
        <section>
          <h2 className={styles.heading}>{t('where')}</h2>
          <div className={styles.group}>
            <Field {...typed('addressCity')} autoComplete="address-level2" aria-required />
            <Field {...typed('addressZip')} autoComplete="postal-code" inputMode="numeric" maxLength={10} />
            <Field {...typed('addressStateOrProvince')} autoComplete="address-level1" />
            <Choice {...bound('addressCountry')} autoComplete="country" options={countries} />
          </div>
        </section>
      )}
      <Consents
        draft={draft}
        isPrivacyMissing={isPrivacyMissing}
        hasNewsletter={parts.includes('newsletter')}
        onChange={change}
      />
      <div>
        <OfflineLine />
        {Object.keys(problems).length > 0 && <p className={styles.wrong}>{t('checkMarked')}</p>}
        <FilledButton type="submit" isField aria-disabled={isBusy}>
          {t(isBusy ? 'sending' : 'send')}
        </FilledButton>
      </div>
      <OutcomeDialog outcome={after.outcome} isOpen={after.isOutcomeShown} onClose={after.close} />
    </form>
  );
}
