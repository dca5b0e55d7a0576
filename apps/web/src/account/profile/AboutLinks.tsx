import { IconChevronRight, IconFileText, IconHeart, IconSchool } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import { Group } from './Group';
import styles from './Me.module.css';
import { texts } from './texts';

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

interface AboutLinksProps {
  /** It is about the contents, so it does not suit members of a company that uses calls. */
  readonly hasTutorial: boolean;
}

/** Links to the pages about the app. */
export function AboutLinks({ hasTutorial }: AboutLinksProps) {
  const t = useTexts(texts);
  const ways = [
    ...(hasTutorial ? [{ to: '/tutorial', words: t('tutorial'), mark: <IconSchool {...icon} /> } as const] : []),
    { to: '/terms', words: t('terms'), mark: <IconFileText {...icon} /> },
    { to: '/credits', words: t('credits'), mark: <IconHeart {...icon} /> },
  ] as const;
  return (
    <Group title={t('aboutApp')}>
      {ways.map(({ to, words, mark }) => (
        <Link key={to} to={to} className={styles.entry}>
          {mark}
          <span className={styles.words}>{words}</span>
          <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
        </Link>
      ))}
    </Group>
  );
}
