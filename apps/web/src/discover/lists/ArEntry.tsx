import { AR_CODE } from '@earth/contracts';
import { IconAugmentedReality } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { ButtonLink } from '../../ui/controls/Button';
import { type Entry, findEntry, isAt } from '../menu';
import styles from './ArEntry.module.css';
import { texts } from './texts';

/** Augmented reality on the home page, if the menu has it (D2.34). */
export function ArEntry({ menu }: { readonly menu: readonly Entry[] }) {
  const t = useTexts(texts);
  const entry = findEntry(menu, (one) => isAt(one, AR_CODE));
  if (!entry) return null;
  return (
    <section aria-label={entry.title} className={styles.card}>
      <IconAugmentedReality size={40} stroke={1.75} aria-hidden="true" className={styles.logo} />
      <div className={styles.words}>
        <h2 className={styles.title}>{entry.title}</h2>
        <p>{t('arLine')}</p>
      </div>
      <ButtonLink kind="filled" isField to="/ar" search={{ start: true }}>
        {t('start')}
      </ButtonLink>
    </section>
  );
}
