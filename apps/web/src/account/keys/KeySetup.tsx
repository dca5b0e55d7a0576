import { IconCopy, IconPrinter } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { formatDate } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { getConfig } from '../../platform';
import { OldBrowserError } from '../../platform/crypto/own-keys';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Field, ProblemLine } from '../../ui/controls/Field';
import { showToast } from '../../shared/toast';
import { failureOf } from './failure';
import { Groups } from './Groups';
import styles from './keys.module.css';
import { isEnough, type Strength, strengthOf } from './strength';
import { texts } from './texts';
import { useStepFocus } from './use-step-focus';

type Text = 'notTaken' | 'notTheSame' | 'wrongEnd' | 'oldBrowser' | 'noAnswer' | 'notCopied';
type Problem = { readonly text: Text } | { readonly words: string };

const problemOf = (error: unknown): Problem =>
  error instanceof OldBrowserError ? { text: 'oldBrowser' } : failureOf(error);

const hints = {
  short: 'hintShort',
  guessable: 'hintGuessable',
  fair: 'hintFair',
  long: 'hintLong',
} as const satisfies Record<Strength, string>;

/** The owner of the keys: publicly known facts about them are refused as a passphrase, and the name is printed. */
interface Owner {
  readonly name: string;
  readonly email: string;
  readonly company: { readonly name: string };
}

interface PassphraseProps {
  readonly owner: Owner;
  readonly onChosen: (passphrase: string) => Promise<void>;
}

function PassphraseStep({ owner, onChosen }: PassphraseProps) {
  const t = useTexts(texts);
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly at: 'first' | 'again' | 'all'; readonly what: Problem } | null>(
    null,
  );
  const strength = strengthOf(passphrase, [owner.name, owner.email, owner.company.name]);
  const problemAt = (at: 'first' | 'again' | 'all') => (problem?.at === at ? problem.what : null);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (!isEnough(strength)) return setProblem({ at: 'first', what: { text: 'notTaken' } });
    if (passphrase !== again) return setProblem({ at: 'again', what: { text: 'notTheSame' } });
    setProblem(null);
    setBusy(true);
    try {
      await onChosen(passphrase);
    } catch (error) {
      setProblem({ at: 'all', what: problemOf(error) });
      setBusy(false);
    }
  }
  const field = { type: 'password', autoComplete: 'new-password', isLarge: true, readOnly: isBusy, say: t } as const;
  return (
    <form className={styles.step} onSubmit={(event) => void submit(event)} noValidate>
      <Field
        {...field}
        label={t('passphrase')}
        name="new-passphrase"
        value={passphrase}
        problem={problemAt('first')}
        onChange={setPassphrase}
      />
      <p className={styles.hint} role="status">
        {t(passphrase === '' ? 'hintNone' : hints[strength])}
      </p>
      <Field
        {...field}
        label={t('passphraseAgain')}
        name="new-passphrase-again"
        value={again}
        problem={problemAt('again')}
        onChange={setAgain}
      />
      <ProblemLine id="keys-problem" problem={problemAt('all')} say={t} />
      <FilledButton type="submit" isField aria-disabled={isBusy}>
        {t(isBusy ? 'making' : 'next')}
      </FilledButton>
      <p className={styles.hint} role="status">
        {isBusy && t('makingLine')}
      </p>
    </form>
  );
}

/** The recovery sheet: printed, and shown on the screen. */
function Paper({ owner, code }: { readonly owner: Owner; readonly code: string }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const [today] = useState(() => new Date());
  return (
    <div className={styles.paper}>
      <p className={styles.onPaper}>
        {t('paperTitle', { product: getConfig().brand.name })}
        <br />
        {owner.name}, {owner.email}
        <br />
        {formatDate(today, language)}
      </p>
      <Groups groups={code.split('-')} label={t('code')} />
      <p className={styles.onPaper}>{t('paperLine')}</p>
    </div>
  );
}

interface CodeProps {
  readonly owner: Owner;
  readonly code: string;
  readonly action: string;
  readonly onKept: () => Promise<void>;
}

function CodeStep({ owner, code, action, onKept }: CodeProps) {
  const t = useTexts(texts);
  const heading = useStepFocus();
  const [end, setEnd] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      showToast(t('copied'));
    } catch {
      setProblem({ text: 'notCopied' });
    }
  }
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (end.trim().toUpperCase() !== code.slice(-4)) return setProblem({ text: 'wrongEnd' });
    setProblem(null);
    setBusy(true);
    try {
      await onKept();
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  }
  return (
    <form className={styles.step} onSubmit={(event) => void submit(event)} noValidate>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('codeTitle')}
      </h2>
      <p className={styles.quiet}>{t('codeLine')}</p>
      <Paper owner={owner} code={code} />
      <div className={styles.row}>
        <QuietButton icon={<IconPrinter {...icon} />} onClick={() => window.print()}>
          {t('print')}
        </QuietButton>
        <QuietButton icon={<IconCopy {...icon} />} onClick={() => void copy()}>
          {t('copy')}
        </QuietButton>
      </div>
      <Field
        isLarge
        label={t('codeEnd')}
        name="code-end"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={8}
        value={end}
        problem={problem}
        say={t}
        onChange={setEnd}
        readOnly={isBusy}
      />
      <FilledButton type="submit" isField aria-disabled={isBusy}>
        {isBusy ? t('oneMoment') : action}
      </FilledButton>
    </form>
  );
}

interface KeySetupProps<Made extends { readonly recoveryCode: string }> {
  readonly owner: Owner;
  /** The label of the last button. */
  readonly action: string;
  /** Creates the keys without storing them. */
  readonly create: (passphrase: string) => Promise<Made>;
  /** Stores them, after the user has the recovery code. */
  readonly store: (made: Made) => Promise<void>;
}

/** Asks for a new passphrase twice, and shows the recovery code. Nothing changes before the last step. */
export function KeySetup<Made extends { readonly recoveryCode: string }>(props: KeySetupProps<Made>) {
  const { owner, action, create, store } = props;
  const [made, setMade] = useState<Made | null>(null);
  if (!made) return <PassphraseStep owner={owner} onChosen={async (passphrase) => setMade(await create(passphrase))} />;
  return <CodeStep owner={owner} code={made.recoveryCode} action={action} onKept={() => store(made)} />;
}
