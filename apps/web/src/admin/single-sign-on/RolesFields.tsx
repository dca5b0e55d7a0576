import { type RoleCode, rolesToInvite, SIGN_ON_ROLES_MAX, type SignOnConnection } from '@earth/contracts';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRoleWords } from '../../assist/people';
import { useTexts } from '../../shared/i18n';
import { LineButton } from '../../ui/controls/Button';
import { Field } from '../../ui/controls/Field';
import { IconButton } from '../../ui/controls/IconButton';
import { Select } from '../../ui/controls/Select';
import { QuietLine } from '../../ui/page/SettingsPage';
import styles from './single-sign-on.module.css';
import { texts } from './texts';

export type RoleRow = SignOnConnection['roles'][number] & { readonly id: string };

interface RolesProps {
  /** Without a claim, roles are given in the back office. */
  readonly hasClaim: boolean;
  readonly roles: readonly RoleRow[];
  readonly defaultRole: RoleCode | null;
  readonly onChange: (changed: { roles?: RoleRow[]; defaultRole?: RoleCode | null }) => void;
}

const NOBODY = 'NOBODY';

/** Which value of the claim gives which role, and what those without one get. */
export function RolesFields({ hasClaim, roles, defaultRole, onChange }: RolesProps) {
  const t = useTexts(texts);
  const roleWords = useRoleWords();
  const options = rolesToInvite('ADMIN').map((value) => ({ value, label: roleWords(value) }));
  const replace = (id: string, changed: Partial<RoleRow>) =>
    onChange({ roles: roles.map((one) => (one.id === id ? { ...one, ...changed } : one)) });
  return (
    <>
      <QuietLine>{t('roleClaimLine')}</QuietLine>
      {hasClaim && (
        <fieldset className={styles.roles}>
          <legend>{t('roles')}</legend>
          {roles.map(({ id, value, role }, index) => (
            <div key={id} className={styles.role}>
              <Field
                label={t('roleValue', { number: index + 1 })}
                maxLength={200}
                value={value}
                problem={null}
                say={t}
                spellCheck={false}
                autoCapitalize="none"
                onChange={(typed) => replace(id, { value: typed })}
              />
              <Select
                label={t('roleOf', { number: index + 1 })}
                value={role}
                options={options}
                onChange={(chosen) => replace(id, { role: chosen })}
              />
              <IconButton
                label={t('removeRole', { number: index + 1 })}
                icon={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
                onClick={() => onChange({ roles: roles.filter((one) => one.id !== id) })}
              />
            </div>
          ))}
          {roles.length < SIGN_ON_ROLES_MAX && (
            <LineButton
              icon={<IconPlus size={20} stroke={1.75} aria-hidden="true" />}
              onClick={() => onChange({ roles: [...roles, { id: crypto.randomUUID(), value: '', role: 'OPERATOR' }] })}
            >
              {t('addRole')}
            </LineButton>
          )}
        </fieldset>
      )}
      <Select
        label={t(hasClaim ? 'defaultRole' : 'firstRole')}
        value={defaultRole ?? NOBODY}
        options={[...options, { value: NOBODY, label: t('nobody') }]}
        onChange={(chosen) => onChange({ defaultRole: chosen === NOBODY ? null : chosen })}
      />
    </>
  );
}
