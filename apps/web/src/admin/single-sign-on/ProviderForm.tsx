import { removeSignOn, type RoleCode, saveSignOn, type SignOnConnection, type SignOnSettings } from '@earth/contracts';
import { useState } from 'react';
import { sendCall } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Field, ProblemLine } from '../../ui/controls/Field';
import { Switch, type SwitchProps } from '../../ui/controls/Switch';
import { Question } from '../../ui/overlay/Question';
import { PageSection, QuietLine } from '../../ui/page/SettingsPage';
import { type RoleRow, RolesFields } from './RolesFields';
import styles from './single-sign-on.module.css';
import { texts } from './texts';
import { useSignOnChange } from './use-sign-on-change';

interface FormProps {
  readonly settings: SignOnSettings;
}

const NONE: Omit<SignOnConnection, 'testedDate'> = {
  issuer: '',
  clientId: '',
  roleClaim: '',
  roles: [],
  defaultRole: 'OPERATOR' satisfies RoleCode,
  makesPeople: true,
};

function RemoveButton({ basedOn }: { readonly basedOn: number }) {
  const t = useTexts(texts);
  const [isAsked, setAsked] = useState(false);
  const { change, isBusy, problem } = useSignOnChange();
  const remove = () =>
    change(
      () => sendCall(removeSignOn, { basedOn }),
      () => setAsked(false),
    );
  return (
    <>
      <QuietButton isDanger onClick={() => setAsked(true)}>
        {t('remove')}
      </QuietButton>
      <Question
        isOpen={isAsked}
        title={t('removeTitle')}
        yes={t('remove')}
        isDanger
        isBusy={isBusy}
        problem={problem}
        onYes={() => void remove()}
        onClose={() => setAsked(false)}
      >
        <p>{t('removeLine')}</p>
      </Question>
    </>
  );
}

function PeopleSwitch(props: Pick<SwitchProps, 'isOn' | 'onChange'>) {
  const t = useTexts(texts);
  return (
    <div className={styles.switch}>
      <Switch label={t('makesPeople')} {...props} />
      <QuietLine>{t('makesPeopleLine')}</QuietLine>
    </div>
  );
}

interface Values extends Omit<SignOnConnection, 'testedDate' | 'roles'> {
  readonly roles: readonly RoleRow[];
}

const valuesOf = ({ roles, ...given }: Omit<SignOnConnection, 'testedDate'>): Values => ({
  ...given,
  roles: roles.map(({ value, role }) => ({ id: crypto.randomUUID(), value, role })),
});

/** What is sent of the roles: lists that are empty are left out of a form. */
function rolesSent({ roleClaim, roles, defaultRole }: Values) {
  const named = roles.flatMap(({ value, role }) => (value.trim() === '' ? [] : [{ value, role }]));
  return {
    roleClaim,
    ...(roleClaim !== '' && named.length > 0 && { roles: named }),
    ...(defaultRole !== null && { defaultRole }),
  };
}

/** The provider, and which role its people get. */
export function ProviderForm({ settings: { connection, version: basedOn } }: FormProps) {
  const t = useTexts(texts);
  const [values, setValues] = useState(() => valuesOf(connection ?? NONE));
  const [clientSecret, setSecret] = useState('');
  const { change, isBusy, problem } = useSignOnChange();
  const set = (changed: Partial<Values>) => setValues((before) => ({ ...before, ...changed }));
  const { issuer, clientId, roleClaim, roles, defaultRole, makesPeople } = values;
  const isHeld = isBusy || [issuer, clientId].includes('') || (!connection && clientSecret === '');
  const save = () =>
    change(
      () =>
        sendCall(saveSignOn, {
          basedOn,
          issuer,
          clientId,
          makesPeople,
          ...rolesSent(values),
          ...(clientSecret !== '' && { clientSecret }),
        }),
      () => showToast(t('saved')),
    );
  const field = { problem: null, say: t, spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' } as const;
  return (
    <PageSection title={t('provider')}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isHeld) void save();
        }}
      >
        <Field
          {...field}
          label={t('issuer')}
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={500}
          value={issuer}
          onChange={(typed) => set({ issuer: typed.trim() })}
        />
        <Field
          {...field}
          label={t('clientId')}
          maxLength={300}
          value={clientId}
          onChange={(typed) => set({ clientId: typed.trim() })}
        />
        <Field
          {...field}
          label={t('clientSecret')}
          type="password"
          autoComplete="new-password"
          maxLength={1000}
          placeholder={connection ? t('secretKept') : ''}
          value={clientSecret}
          onChange={setSecret}
        />
        <Field
          {...field}
          label={t('roleClaim')}
          maxLength={200}
          placeholder="roles"
          value={roleClaim}
          onChange={(typed) => set({ roleClaim: typed.trim() })}
        />
        <RolesFields hasClaim={roleClaim !== ''} roles={roles} defaultRole={defaultRole} onChange={set} />
        <PeopleSwitch isOn={makesPeople} onChange={(isOn) => set({ makesPeople: isOn })} />
        <ProblemLine id="provider-problem" problem={problem} say={t} />
        {connection && <QuietLine>{t('changeLine')}</QuietLine>}
        <div className={styles.acts}>
          <FilledButton type="submit" aria-disabled={isHeld}>
            {t('save')}
          </FilledButton>
          {connection && <RemoveButton basedOn={basedOn} />}
        </div>
      </form>
    </PageSection>
  );
}
