import { type Contact, rolesToInvite } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { useRequest } from '../../../shared/use-request';
import { api, ApiError, useMe } from '../../../platform';
import { peopleQuery, refreshPeople } from '../../../shared/queries';
import { Avatar } from '../../../ui/pictures/Avatar';
import { ButtonLink, FilledButton, QuietButton } from '../../../ui/controls/Button';
import { Dialog, DialogAnswers } from '../../../ui/overlay/Dialog';
import { Field, ProblemLine } from '../../../ui/controls/Field';
import { presenceOf } from '../../../ui/feedback/Presence';
import { showToast } from '../../../shared/toast';
import { type Problem, problemInEmail } from '../invitations/invite-form';
import { NewInvitation } from '../invitations/NewInvitation';
import { texts as invitationTexts } from '../invitations/texts';
import { usePresenceWords } from '../presence-words';
import styles from './adding.module.css';
import { texts } from './texts';
import { useScope } from '../../../platform/session/scope-context';

type Step =
  | { readonly type: 'email' }
  /** `isKnown`: the person is in the address book already. */
  | { readonly type: 'found'; readonly person: Contact; readonly isKnown: boolean }
  | { readonly type: 'nobody' }
  | { readonly type: 'invite' };

/** The text of a further step. It gets the focus, because the element that had it is unmounted. */
function StepLine({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLParagraphElement>(null);
  // In a layout effect, so that no key press is lost.
  useLayoutEffect(() => place.current?.focus(), []);
  return (
    <p ref={place} tabIndex={-1} className={styles.quiet}>
      {children}
    </p>
  );
}

interface EmailStepProps {
  readonly email: string;
  readonly onChange: (email: string) => void;
  readonly onFound: (person: Contact | null) => void;
  readonly onClose: () => void;
}

function EmailStep({ email, onChange, onFound, onClose }: EmailStepProps) {
  const t = useTexts(texts);
  const say = useTexts(invitationTexts);
  const me = useMe();
  const [wrong, setWrong] = useState<Problem | null>(null);
  const { isBusy, problem, ask, forget } = useRequest();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = problemInEmail(email, me.email);
    setWrong(found);
    if (!found) void ask(async () => onFound(await api.findContact({ email })));
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.quiet}>{t('line', { company: me.company.name })}</p>
      <Field
        label={t('email')}
        say={say}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        autoFocus
        value={email}
        problem={wrong ?? problem}
        onChange={(typed) => {
          onChange(typed);
          setWrong(null);
          forget();
        }}
      />
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
        <FilledButton type="submit" aria-disabled={isBusy}>
          {isBusy ? t('finding') : t('find')}
        </FilledButton>
      </DialogAnswers>
    </form>
  );
}

interface FoundStepProps {
  readonly person: Contact;
  readonly isKnown: boolean;
  readonly onBack: () => void;
  /** The person has left the company meanwhile. */
  readonly onGone: () => void;
  readonly onClose: () => void;
}

function FoundStep({ person, isKnown, onBack, onGone, onClose }: FoundStepProps) {
  const scope = useScope();
  const t = useTexts(texts);
  const words = usePresenceWords();
  const { isBusy, problem, ask } = useRequest();
  const { uniqueId, name } = person;
  async function add() {
    try {
      await api.addToAddressBook({ contactUniqueId: uniqueId });
    } catch (error) {
      if (error instanceof ApiError && error.error === 'notFound') return onGone();
      // Another device has added them already, which is the wanted result.
      if (!(error instanceof ApiError && error.error === 'conflict')) throw error;
    }
    refreshPeople(scope);
    onClose();
    showToast(t('added', { name }));
  }
  return (
    <div className={styles.form}>
      <div className={styles.person}>
        <Avatar id={uniqueId} name={name} presence={presenceOf(person)} />
        <div className={styles.words}>
          <p className={styles.name}>{name}</p>
          <p className={styles.quiet}>{words.line(person)}</p>
        </div>
      </div>
      <StepLine>{isKnown ? t('knownLine') : t('foundLine')}</StepLine>
      <ProblemLine id="add-problem" problem={problem} say={t} />
      <DialogAnswers>
        <QuietButton onClick={onBack}>{t('back')}</QuietButton>
        {isKnown ? (
          <ButtonLink to="/people/$contactId" params={{ contactId: uniqueId }} kind="filled" onClick={onClose}>
            {t('open')}
          </ButtonLink>
        ) : (
          <FilledButton aria-disabled={isBusy} aria-describedby="add-problem" onClick={() => void ask(add)}>
            {t('addFound')}
          </FilledButton>
        )}
      </DialogAnswers>
    </div>
  );
}

function Adding({ step, setStep, onClose }: { readonly step: Step; setStep(step: Step): void; onClose(): void }) {
  const t = useTexts(texts);
  const sayInvitation = useTexts(invitationTexts);
  const me = useMe();
  const { data: people } = useQuery(peopleQuery);
  const [email, setEmail] = useState('');
  const [role] = rolesToInvite(me.role.code);
  const toEmail = () => setStep({ type: 'email' });
  const found = (person: Contact | null) => {
    const isKnown = people?.some(({ uniqueId }) => uniqueId === person?.uniqueId) ?? false;
    setStep(person ? { type: 'found', person, isKnown } : { type: 'nobody' });
  };
  const address = { company: me.company.name, email: email.trim() };
  switch (step.type) {
    case 'email':
      return <EmailStep email={email} onChange={setEmail} onFound={found} onClose={onClose} />;
    case 'found':
      return (
        <FoundStep
          person={step.person}
          isKnown={step.isKnown}
          onBack={toEmail}
          onGone={() => setStep({ type: 'nobody' })}
          onClose={onClose}
        />
      );
    case 'nobody':
      return (
        <div className={styles.form}>
          <StepLine>{t(role ? 'nobodyInvite' : 'nobodyAsk', address)}</StepLine>
          <DialogAnswers>
            <QuietButton onClick={toEmail}>{t('back')}</QuietButton>
            {role && <FilledButton onClick={() => setStep({ type: 'invite' })}>{t('invite')}</FilledButton>}
          </DialogAnswers>
        </div>
      );
    case 'invite':
      return (
        <>
          <StepLine>{sayInvitation('inviteLine')}</StepLine>
          {role && <NewInvitation email={address.email} role={role} onClose={onClose} />}
        </>
      );
  }
}

/** Finds a colleague by e-mail and adds them. An unknown address can be invited. */
export function AddDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const sayInvitation = useTexts(invitationTexts);
  const [step, setStep] = useState<Step>({ type: 'email' });
  function titleOf(): string {
    if (step.type === 'email') return t('title');
    if (step.type === 'nobody') return t('nobodyTitle');
    if (step.type === 'invite') return sayInvitation('inviteTitle');
    return t(step.isKnown ? 'knownTitle' : 'foundTitle', { name: step.person.name });
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={titleOf()}>
      <Adding step={step} setStep={setStep} onClose={onClose} />
    </Dialog>
  );
}
