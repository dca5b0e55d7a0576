import { useUnsent } from '../../assist/rooms/model/use-unsent';
import { useTexts } from '../../shared/i18n';
import styles from './keys.module.css';
import { SignInAgain } from './SignInAgain';
import { texts } from './texts';
import type { useKeyChangeHindrance } from './use-hindrance';

interface HindranceProps {
  readonly is: ReturnType<typeof useKeyChangeHindrance>;
  readonly email: string;
}

/** Why keys cannot be changed now. If the sign-in is too old, a new one is beside it, unless an upload of a call would be lost by it. */
export function Hindrance({ is, email }: HindranceProps) {
  const t = useTexts(texts);
  const unsent = useUnsent().all;
  if (!is) return null;
  return (
    <>
      <p className={styles.hint}>{t(is)}</p>
      {is === 'oldSignIn' && unsent === 0 && <SignInAgain email={email} />}
    </>
  );
}
