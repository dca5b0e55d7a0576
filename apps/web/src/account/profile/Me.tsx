import { Availability, CryptoSchema, isController } from '@earth/contracts';
import { AvailabilitySwitch } from '../availability';
import { useTexts } from '../../shared/i18n';
import { useScreenView } from '../../shared/use-screen-view';
import { useTitle } from '../../shared/use-title';
import { getConfig, useMe } from '../../platform';
import { CompanyKeys } from '../keys';
import { AdminLink } from './AdminLink';
import { AboutLinks } from './AboutLinks';
import { AnalyticsGroup } from './AnalyticsGroup';
import { Card } from './Card';
import { CompanyAudio } from './CompanyAudio';
import { Customers } from './Customers';
import { Devices } from './Devices';
import { Group, Part } from './Group';
import { ExploreLink } from './ExploreLink';
import { KeysLink } from './KeysLink';
import styles from './Me.module.css';
import { NearbyGroup } from './NearbyGroup';
import { NoticesLink } from './NoticesGroup';
import { Notifications } from './Notifications';
import { PhoneGroup } from './PhoneGroup';
import { ProfilePicture } from './ProfilePicture';
import { Preferences } from './Preferences';
import { ReceivedLink } from './ReceivedLink';
import { ServerGroup } from './ServerGroup';
import { ServiceGroup } from './ServiceGroup';
import { SignedIn } from './SignedIn';
import { SignOut } from './SignOut';
import { texts } from './texts';

function Available() {
  const t = useTexts(texts);
  const me = useMe();
  const { callsEnabled } = getConfig();
  const isAvailable = me.availability === Availability.online;
  return (
    <Group
      title={t('availability')}
      line={callsEnabled ? t(isAvailable ? 'availableLine' : 'notAvailableLine') : t('callsOff')}
    >
      {callsEnabled && <AvailabilitySwitch />}
    </Group>
  );
}

/** Present only where calls and messages are encrypted. */
function Privacy() {
  const t = useTexts(texts);
  const me = useMe();
  return (
    <Part title={t('privacy')}>
      <KeysLink />
      {me.role.code === 'ADMIN' && (
        <Group title={t('companyKeys')}>
          <CompanyKeys />
        </Group>
      )}
    </Part>
  );
}

/** The user's profile and settings. */
export function Me() {
  const t = useTexts(texts);
  const me = useMe();
  const { callsEnabled, cryptoSchema } = getConfig();
  const isSealed = cryptoSchema !== CryptoSchema.none;
  useTitle(t('title'));
  useScreenView('Profile');
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('title')}</h1>
      <Card />
      {isController(me.role.code) && <AdminLink />}
      <Part title={t('account')}>
        {isSealed && <ProfilePicture />}
        <PhoneGroup />
        <Customers />
        <ServiceGroup />
        <SignedIn />
      </Part>
      <Part title={t('callsAndNotifications')}>
        <Available />
        <Devices />
        {callsEnabled && me.role.code === 'ADMIN' && <CompanyAudio />}
        <Notifications />
        <div>
          <ReceivedLink />
          <NoticesLink />
        </div>
      </Part>
      {isSealed && <Privacy />}
      <Part title={t('app')}>
        <NearbyGroup />
        <AnalyticsGroup />
        <Preferences />
        <ServerGroup />
        <ExploreLink />
        <AboutLinks hasTutorial={!callsEnabled} />
      </Part>
      <SignOut />
    </div>
  );
}
