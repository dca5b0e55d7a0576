import { ROLE_IDS, rolesToInvite } from '@earth/contracts';
import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../../../app/i18n';
import { useMe } from '../../../data';
import { FilledButton } from '../../../ui/Button';
import { usePresenceWords } from '../presence-words';
import { type Problem, problemIn, problemOf, type Typed } from './invite-form';
import styles from './invitations.module.css';
import { texts } from './texts';

interface FieldProps {
  readonly name: 'email' | 'name';
  readonly type: 'email' | 'text';
  readonly value: string;
  readonly maxLength: number;
  readonly problem: Problem | null;
  readonly onChange: (value: string) => void;
}

function ProblemLine({ id, problem }: { readonly id: string; readonly problem: Problem | null }) {
  const t = useTexts(texts);
  return (
    <div id={id} role="alert">
      {problem && (
        <p className={styles.problem}>
          <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
          {'text' in problem ? t(problem.text, problem.values) : problem.words}
        </p>
      )}
    </div>
  );
}

function Field({ name, type, value, maxLength, problem, onChange }: FieldProps) {
  const t = useTexts(texts);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const own = problem?.field === name ? problem : null;
  useEffect(() => {
    if (own) field.current?.focus();
  }, [own]);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t(name)}</label>
      <input
        ref={field}
        id={id}
        className={own ? `${styles.input} ${styles.bad}` : styles.input}
        type={type}
        autoComplete="off"
        autoCapitalize={type === 'email' ? 'none' : 'words'}
        spellCheck={false}
        maxLength={maxLength}
        aria-invalid={own !== null}
        aria-describedby={`${id}-problem`}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <ProblemLine id={`${id}-problem`} problem={own} />
    </div>
  );
}

/** One of the roles that one may give; where there is only one, it is said. */
function RoleField({
  value,
  onChange,
}: {
  readonly value: Typed['roleUniqueId'];
  onChange(id: Typed['roleUniqueId']): void;
}) {
  const t = useTexts(texts);
  const words = usePresenceWords();
  const id = useId();
  const roles = rolesToInvite(useMe().role.code);
  const [only] = roles;
  if (only && roles.length === 1) return <p>{t('roleIs', { role: words.role(only) })}</p>;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('role')}</label>
      <div className={styles.choice}>
        <select
          id={id}
          className={styles.input}
          value={value}
          onChange={(event) => {
            const chosen = roles.find((role) => ROLE_IDS[role] === event.currentTarget.value);
            if (chosen) onChange(ROLE_IDS[chosen]);
          }}
        >
          {roles.map((role) => (
            <option key={role} value={ROLE_IDS[role]}>
              {words.role(role)}
            </option>
          ))}
        </select>
        <IconChevronDown className={styles.arrow} size={20} stroke={1.75} aria-hidden="true" />
      </div>
    </div>
  );
}

interface InviteFormProps {
  readonly first: Typed;
  readonly label: string;
  /** Rejects where it was not sent. */
  readonly onSend: (typed: Typed) => Promise<void>;
  /** What stands beside the button that sends. */
  readonly children: ReactNode;
}

/** E-mail, name and role. What was typed stays, whatever the server says. */
export function InviteForm({ first, label, onSend, children }: InviteFormProps) {
  const t = useTexts(texts);
  const me = useMe();
  const [typed, setTyped] = useState(first);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<Typed>) => {
    setTyped({ ...typed, ...part });
    setProblem(null);
  };
  async function send() {
    const wrong = problemIn(typed, me.email);
    setProblem(wrong);
    if (wrong || isBusy) return;
    setBusy(true);
    try {
      await onSend(typed);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send();
  };
  const field = { problem };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        {...field}
        name="email"
        type="email"
        maxLength={254}
        value={typed.email}
        onChange={(email) => change({ email })}
      />
      <Field
        {...field}
        name="name"
        type="text"
        maxLength={120}
        value={typed.name}
        onChange={(name) => change({ name })}
      />
      <RoleField value={typed.roleUniqueId} onChange={(roleUniqueId) => change({ roleUniqueId })} />
      <ProblemLine id="invitation-problem" problem={problem?.field ? null : problem} />
      <div className={styles.answers}>
        {children}
        <FilledButton type="submit" aria-disabled={isBusy} aria-describedby="invitation-problem">
          {isBusy ? t('sending') : label}
        </FilledButton>
      </div>
    </form>
  );
}
