import { useTexts } from '../../shared/i18n';
import { useScreenView } from '../../shared/use-screen-view';
import { useTitle } from '../../shared/use-title';
import { AboutLinks } from './AboutLinks';
import { AnalyticsGroup } from './AnalyticsGroup';
import styles from './Me.module.css';
import { NearbyGroup } from './NearbyGroup';
import { NoticesGroup } from './NoticesGroup';
import { NotificationsWanted } from './Notifications';
import { Preferences } from './Preferences';
import { ServerGroup } from './ServerGroup';
import { texts } from './texts';
import { VisitorGroup } from './VisitorGroup';

/** The settings of a visitor. */
export function VisitorPage() {
  const t = useTexts(texts);
  useTitle(t('settings'));
  useScreenView('Profile');
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('settings')}</h1>
      <VisitorGroup />
      <NotificationsWanted />
      <NoticesGroup />
      <NearbyGroup />
      <AnalyticsGroup />
      <Preferences />
      <ServerGroup />
      <AboutLinks hasTutorial />
    </div>
  );
}
