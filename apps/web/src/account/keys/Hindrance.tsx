import { useTexts } from '../../shared/i18n';
import { ButtonLink } from '../../ui/controls/Button';
import styles from './keys.module.css';
import { texts } from './texts';
import type { useKeyChangeHindrance } from './use-hindrance';

interface HindranceProps {
  readonly is: ReturnType<typeof useKeyChangeHindrance>;
}

/** Why keys cannot be changed now. If the sign-in is too old, the way to sign out is beside it. */
export function Hindrance({ is }: HindranceProps) {
  const t = useTexts(texts);
  if (!is) return null;
  return (
    <>
      <p className={styles.hint}>{t(is)}</p>
      {is === 'oldSignIn' && (
        <ButtonLink to="/settings" hash="sign-out" kind="line">
          {t('toSignOut')}
        </ButtonLink>
      )}
    </>
  );
}
