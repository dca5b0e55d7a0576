import { Availability, CryptoSchema, isController } from '@earth/contracts';
import { AvailabilitySwitch } from '../availability';
import { useTexts } from '../../shared/i18n';
import { useScreenView } from '../../shared/use-screen-view';
import { useTitle } from '../../shared/use-title';
import { getConfig, useMe } from '../../platform';
import { CompanyKeys } from '../keys';
import { AdminLink } from './AdminLink';
import { AboutLinks } from './AboutLinks';
import { Card } from './Card';
import { CompanyAudio } from './CompanyAudio';
import { Customers } from './Customers';
import { Devices } from './Devices';
import { Group } from './Group';
import { ExploreLink } from './ExploreLink';
import { KeysLink } from './KeysLink';
import styles from './Me.module.css';
import { NoticesLink } from './NoticesGroup';
import { Notifications } from './Notifications';
import { PhoneGroup } from './PhoneGroup';
import { ProfilePicture } from './ProfilePicture';
import { Preferences } from './Preferences';
import { ReceivedLink } from './ReceivedLink';
import { ServiceGroup } from './ServiceGroup';
import { SignedIn } from './SignedIn';
import { SignOut } from './SignOut';
import { texts } from './texts';

function CallsGroup() {
  const t = useTexts(texts);
  const me = useMe();
  const { callsEnabled } = getConfig();
  const isAvailable = me.availability === Availability.online;
  return (
    <Group
      title={t('calls')}
      line={callsEnabled ? t(isAvailable ? 'availableLine' : 'notAvailableLine') : t('callsOff')}
    >
      {callsEnabled && <AvailabilitySwitch />}
    </Group>
  );
}

/** The user's profile and settings. */
export function Me() {
  const t = useTexts(texts);
  const me = useMe();
  useTitle(t('title'));
  useScreenView('Profile');
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('title')}</h1>
      <Card />
      {getConfig().cryptoSchema !== CryptoSchema.none && <ProfilePicture />}
      {isController(me.role.code) && (
        <Group title={t('manage')}>
          <AdminLink />
        </Group>
      )}
      <ExploreLink />
      <PhoneGroup />
      <Customers />
      <ServiceGroup />
      <SignedIn />
      <CallsGroup />
      <Devices />
      <Notifications />
      <ReceivedLink />
      <NoticesLink />
      {getConfig().cryptoSchema !== CryptoSchema.none && (
        <Group title={t('keys')}>
          <KeysLink />
        </Group>
      )}
      {getConfig().cryptoSchema !== CryptoSchema.none && me.role.code === 'ADMIN' && (
        <Group title={t('companyKeys')}>
          <CompanyKeys />
        </Group>
      )}
      {getConfig().callsEnabled && me.role.code === 'ADMIN' && <CompanyAudio />}
      <Preferences />
      <AboutLinks />
      <SignOut />
    </div>
  );
}
