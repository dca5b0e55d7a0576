import { useTexts } from '../../../app/i18n';
import { Brand } from '../Brand';
import styles from '../SignIn.module.css';
import { useHeadingFocus } from '../use-heading-focus';
import type { Over } from './guest-flow';
import { texts } from './texts';

const words = {
  guestLinkOver: ['overTitle', 'overLine'],
  guestLinkRevoked: ['revokedTitle', 'revokedLine'],
  guestLinkExpired: ['expiredTitle', 'expiredLine'],
  guestLinkUsed: ['usedTitle', 'usedLine'],
  invalidCode: ['wrongTitle', 'wrongLine'],
} as const satisfies Record<Over, readonly string[]>;

/** The friendly end, or why the link leads nowhere. */
export function OverStep({ why }: { readonly why: Over }) {
  const t = useTexts(texts);
  const heading = useHeadingFocus();
  const [title, line] = words[why];
  return (
    <div className={styles.form}>
      <Brand />
      <h1 ref={heading} tabIndex={-1}>
        {t(title)}
      </h1>
      <p className={styles.intro}>{t(line)}</p>
    </div>
  );
}
