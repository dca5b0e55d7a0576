import { useTexts } from '../../shared/i18n';
import { useScreenView } from '../../shared/use-screen-view';
import { getConfig } from '../../platform';
import { ButtonLink } from '../../ui/controls/Button';
import styles from './about.module.css';
import { Page } from './Page';
import { texts } from './texts';

/** The libraries of the app, with their licences. */
const libraries = [
  ['React', 'MIT'],
  ['TanStack Query, Router, Virtual', 'MIT'],
  ['Konva', 'MIT'],
  ['MapLibre GL JS', 'BSD-3-Clause'],
  ['Zod', 'MIT'],
  ['Zustand', 'MIT'],
  ['hpke-js', 'MIT'],
  ['Tabler Icons', 'MIT'],
  ['Inter', 'OFL-1.1'],
] as const;

/** The makers of the app, and its libraries. */
export function Credits() {
  const t = useTexts(texts);
  useScreenView('Credits');
  const { brand } = getConfig();
  return (
    <Page title={t('credits')}>
      <div className={styles.brand}>
        <img src={brand.logoUrl} alt="" width={64} height={64} />
        <p className={styles.slideTitle}>{brand.title}</p>
      </div>
      <section className={styles.part}>
        <h2 className={styles.heading}>{t('madeBy')}</h2>
        <p>{t('madeByLine')}</p>
        {brand.provider && (
          <ButtonLink to="/landing-image" kind="line" className={styles.provider}>
            {t('whose')}
          </ButtonLink>
        )}
      </section>
      <section className={styles.part}>
        <h2 className={styles.heading}>{t('thanks')}</h2>
        <p>{t('thanksLine')}</p>
        <dl className={styles.libraries}>
          {libraries.map(([name, licence]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{licence}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Page>
  );
}
