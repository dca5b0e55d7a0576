import { IconChevronRight } from '@tabler/icons-react';
import { useMe } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { useIsDesktop } from '../../shared/use-media';
import { useTitle } from '../../shared/use-title';
import { BackLink, PageTitle, QuietLine, SettingsPage } from '../../ui/page/SettingsPage';
import { LinkedRow, RowLink } from '../../ui/rows/RowLink';
import styles from './admin.module.css';
import { sectionsFor } from './sections';
import { texts } from './texts';

/** The list of sections, on a phone. */
export function AdminHome() {
  const t = useTexts(texts);
  const me = useMe();
  const sections = sectionsFor(me);
  const isDesktop = useIsDesktop();
  useTitle(t('title'));
  // The layout opens the first section; this page is there until that one has loaded.
  if (isDesktop) return null;
  return (
    <SettingsPage>
      <BackLink to="/settings" label={t('backToMe')} />
      <PageTitle>{t('title')}</PageTitle>
      <QuietLine>{t('intro')}</QuietLine>
      <ul aria-label={t('sections')} className={styles.list}>
        {sections.map(({ to, Icon, name, line }) => (
          <LinkedRow
            key={to}
            lead={<Icon size={24} stroke={1.75} aria-hidden="true" />}
            title={<RowLink to={to}>{t(name)}</RowLink>}
            line={t(line)}
            trail={<IconChevronRight size={20} stroke={1.75} aria-hidden="true" />}
          />
        ))}
      </ul>
    </SettingsPage>
  );
}
