import { Availability, CryptoSchema, type RoleCode } from '@earth/contracts';
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { AvailabilitySwitch } from '../../app/AvailabilitySwitch';
import { ownPresence } from '../../app/availability';
import { setLanguage, useLanguage, useTexts } from '../../app/i18n';
import { useScreenView } from '../../app/use-screen-view';
import { useTitle } from '../../app/use-title';
import { getConfig, useMe } from '../../data';
import { Avatar } from '../../ui/Avatar';
import { Segmented } from '../../ui/Segmented';
import { CompanyKeys } from '../keys';
import { Customers } from './Customers';
import { Devices } from './Devices';
import { Group } from './Group';
import { ExploreLink } from './ExploreLink';
import { KeysLink } from './KeysLink';
import styles from './Me.module.css';
import { Notifications } from './Notifications';
import { SignedIn } from './SignedIn';
import { SignOut } from './SignOut';
import { StatisticsLink } from './StatisticsLink';
import { texts } from './texts';

const roles = { OPERATOR: 'operator', ADMIN: 'admin', ASSISTED: 'assisted' } as const satisfies Record<
  RoleCode,
  string
>;

function Card() {
  const t = useTexts(texts);
  const me = useMe();
  const facts = [
    { name: t('role'), value: [t(roles[me.role.code]), me.companyRole].filter(Boolean).join(', ') },
    { name: t('company'), value: me.company.name },
    { name: t('email'), value: me.email },
  ];
  return (
    <div className={styles.card}>
      <Avatar id={me.uniqueId} name={me.name} size="big" presence={ownPresence(me)} />
      <div className={styles.words}>
        <p className={styles.bigName}>{me.name}</p>
        <dl>
          {facts.map(({ name, value }) => (
            <div key={name} className={styles.fact}>
              <dt className="visually-hidden">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}

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

function LanguageGroup() {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Group title={t('language')}>
      <Segmented
        label={t('language')}
        value={language}
        options={[
          { value: 'en', label: 'English', lang: 'en' },
          { value: 'it', label: 'Italiano', lang: 'it' },
        ]}
        onChange={(chosen) => void setLanguage(chosen)}
      />
    </Group>
  );
}

function LookGroup() {
  const t = useTexts(texts);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Group title={t('look')}>
      <Segmented<MantineColorScheme>
        label={t('look')}
        value={colorScheme}
        options={[
          { value: 'light', label: t('light') },
          { value: 'dark', label: t('dark') },
          { value: 'auto', label: t('system') },
        ]}
        onChange={setColorScheme}
      />
    </Group>
  );
}

/** Who one is, and what one may set. */
export function Me() {
  const t = useTexts(texts);
  const me = useMe();
  useTitle(t('title'));
  useScreenView('Profile');
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('title')}</h1>
      <Card />
      <ExploreLink />
      <CallsGroup />
      <Notifications />
      <Devices />
      <Customers />
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
      {me.role.code === 'ADMIN' && (
        <Group title={t('statistics')}>
          <StatisticsLink />
        </Group>
      )}
      <SignedIn />
      <LanguageGroup />
      <LookGroup />
      <SignOut />
    </div>
  );
}
