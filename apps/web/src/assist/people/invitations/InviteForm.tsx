import { ROLE_IDS, rolesToInvite } from '@earth/contracts';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { languageChoices } from '../../../shared/language-choices';
import { useMe } from '../../../platform';
import { FilledButton } from '../../../ui/controls/Button';
import { Field, ProblemLine } from '../../../ui/controls/Field';
import { Select } from '../../../ui/controls/Select';
import { usePresenceWords } from '../presence-words';
import { useRoleWords } from '../use-role-words';
import { type Problem, problemOf, problemsIn, type Typed } from './invite-form';
import styles from './invitations.module.css';
import { texts } from './texts';

interface RoleFieldProps {
  readonly value: Typed['roleUniqueId'];
  readonly onChange: (value: Typed['roleUniqueId']) => void;
}

/** Chooses one of the roles that the user may give; if there is only one, it is shown as text. */
function RoleField({ value, onChange }: RoleFieldProps) {
  const t = useTexts(texts);
  const words = usePresenceWords();
  const nameOf = useRoleWords();
  const roles = rolesToInvite(useMe().role.code);
  const [only] = roles;
  if (only && roles.length === 1) return <p>{t('roleIs', { role: words.role(only) })}</p>;
  const options = roles.map((role) => ({ value: ROLE_IDS[role], label: nameOf(role) }));
  return <Select label={t('role')} value={value} options={options} onChange={onChange} />;
}

interface InviteFormProps {
  readonly first: Typed;
  readonly label: string;
  /** Rejects if it was not sent. */
  readonly onSend: (typed: Typed) => Promise<void>;
  /** Content beside the send button. */
  readonly children: ReactNode;
}

const inputs = [
  { field: 'email', type: 'email', autoCapitalize: 'none', maxLength: 254 },
  { field: 'name', type: 'text', autoCapitalize: 'words', maxLength: 120 },
] as const;

/** E-mail, name, role and the language of the mail. The input stays after an error of the server. */
export function InviteForm({ first, label, onSend, children }: InviteFormProps) {
  const t = useTexts(texts);
  const me = useMe();
  const [typed, setTyped] = useState(first);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<Typed>) => {
    setTyped({ ...typed, ...part });
    setProblems([]);
  };
  async function send() {
    const wrong = problemsIn(typed, me.email);
    setProblems(wrong);
    if (wrong.length > 0 || isBusy) return;
    setBusy(true);
    try {
      await onSend(typed);
    } catch (error) {
      setProblems([problemOf(error)]);
    } finally {
      setBusy(false);
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {inputs.map(({ field, ...input }) => (
        <Field
          key={field}
          {...input}
          label={t(field)}
          say={t}
          autoComplete="off"
          spellCheck={false}
          value={typed[field]}
          problem={problems.find((problem) => problem.field === field) ?? null}
          takesFocus={problems[0]?.field === field}
          onChange={(value) => change({ [field]: value })}
        />
      ))}
      <RoleField value={typed.roleUniqueId} onChange={(roleUniqueId) => change({ roleUniqueId })} />
      <Select
        label={t('language')}
        value={typed.language}
        options={languageChoices}
        onChange={(language) => change({ language })}
      />
      <ProblemLine
        id="invitation-problem"
        problem={problems.find(({ field }) => field === undefined) ?? null}
        say={t}
      />
      <div className={styles.answers}>
        {children}
        <FilledButton type="submit" aria-disabled={isBusy} aria-describedby="invitation-problem">
          {isBusy ? t('sending') : label}
        </FilledButton>
      </div>
    </form>
  );
}
