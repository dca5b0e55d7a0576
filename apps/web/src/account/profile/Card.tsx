import type { RoleCode } from '@earth/contracts';
import { ownPresence } from '../availability/model/availability';
import { useTexts } from '../../shared/i18n';
import { useWritten } from '../../shared/written';
import { useMe } from '../../platform';
import { Avatar } from '../../ui/pictures/Avatar';
import styles from './Me.module.css';
import { texts } from './texts';

const roles = { OPERATOR: 'operator', ADMIN: 'admin', ASSISTED: 'assisted' } as const satisfies Record<
  RoleCode,
  string
>;

/** The user's data below their name. */
export function OwnFacts() {
  const t = useTexts(texts);
  const me = useMe();
  const job = useWritten()(me.companyRole, me.companyRoleIt);
  const facts = [
    { name: t('role'), value: [t(roles[me.role.code]), job].filter(Boolean).join(', ') },
    { name: t('company'), value: me.company.name },
    { name: t('email'), value: me.email },
  ];
  return (
    <dl>
      {facts.map(({ name, value }) => (
        <div key={name} className={styles.fact}>
          <dt className="visually-hidden">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The user's profile card. */
export function Card() {
  const me = useMe();
  return (
    <div className={styles.card}>
      <Avatar id={me.uniqueId} name={me.name} size="big" presence={ownPresence(me)} />
      <div className={styles.words}>
        <p className={styles.bigName}>{me.name}</p>
        <OwnFacts />
      </div>
    </div>
  );
}
