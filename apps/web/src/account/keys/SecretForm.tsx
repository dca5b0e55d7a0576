import type { VaultSecret } from '@earth/crypto/own-keys';
import { type SubmitEvent, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { FilledButton, TextButton } from '../../ui/controls/Button';
import { Field } from '../../ui/controls/Field';
import { failureOf } from './failure';
import styles from './keys.module.css';
import { texts } from './texts';

type Kind = 'passphrase' | 'recoveryCode';
type Outcome = 'open' | 'wrong' | 'foreign';
type Text = 'wrongPassphrase' | 'wrongCode' | 'foreign' | 'noAnswer' | 'empty';
type Problem = { readonly text: Text } | { readonly words: string };

interface SecretFormProps {
  /** The label of the button. */
  readonly action: string;
  /** Tries the secret. */
  readonly onGiven: (secret: VaultSecret) => Promise<Outcome>;
  /** Called when the user has neither. */
  readonly onLost: () => void;
}

function problemOf(outcome: Outcome, kind: Kind): Problem | null {
  if (outcome === 'open') return null;
  if (outcome === 'foreign') return { text: 'foreign' };
  return { text: kind === 'passphrase' ? 'wrongPassphrase' : 'wrongCode' };
}

/** Asks for the passphrase, or for the recovery code. */
export function SecretForm({ action, onGiven, onLost }: SecretFormProps) {
  const t = useTexts(texts);
  const [kind, setKind] = useState<Kind>('passphrase');
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (typed.trim() === '') return setProblem({ text: 'empty' });
    setProblem(null);
    setBusy(true);
    try {
      setProblem(
        problemOf(await onGiven(kind === 'passphrase' ? { passphrase: typed } : { recoveryCode: typed }), kind),
      );
    } catch (error) {
      setProblem(failureOf(error));
    }
    setBusy(false);
  }
  const change = (other: Kind) => {
    setKind(other);
    setTyped('');
    setProblem(null);
  };
  const isPassphrase = kind === 'passphrase';
  const field = isPassphrase
    ? ({ label: t('passphrase'), type: 'password', autoComplete: 'current-password' } as const)
    : ({ label: t('code'), type: 'text', autoComplete: 'off', autoCapitalize: 'characters' } as const);
  return (
    <form className={styles.step} onSubmit={(event) => void submit(event)} noValidate>
      <Field
        {...field}
        key={kind}
        isLarge
        name={kind}
        spellCheck={false}
        maxLength={isPassphrase ? 1000 : 80}
        value={typed}
        problem={problem}
        say={t}
        onChange={setTyped}
        readOnly={isBusy}
      />
      <FilledButton type="submit" isField aria-disabled={isBusy}>
        {isBusy ? t('opening') : action}
      </FilledButton>
      <div className={styles.ways}>
        <TextButton onClick={() => change(isPassphrase ? 'recoveryCode' : 'passphrase')}>
          {t(isPassphrase ? 'byCode' : 'byPassphrase')}
        </TextButton>
        <TextButton onClick={onLost}>{t('haveNeither')}</TextButton>
      </div>
    </form>
  );
}
