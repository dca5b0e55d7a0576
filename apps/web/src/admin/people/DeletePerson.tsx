import { deletePerson, type PersonDetail } from '@earth/contracts';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { sendCall } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { useRequest } from '../../shared/use-request';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Field, ProblemLine } from '../../ui/controls/Field';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import styles from './people.module.css';
import { PEOPLE, personQuery } from './queries';
import { texts } from './texts';

interface DeleteProps {
  readonly person: PersonDetail;
}

interface StepProps extends DeleteProps {
  readonly onClose: () => void;
}

/** The second question: the name is typed, so that nobody is taken for another. */
function TypeName({ person: { id, name }, onClose }: StepProps) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { ask, isBusy, problem } = useRequest();
  const [typed, setTyped] = useState('');
  const isHeld = typed.trim() !== name.trim();
  const remove = () =>
    ask(async () => {
      await sendCall(deletePerson, { personId: id });
      await navigate({ to: '/admin/people', search: {}, replace: true });
      client.removeQueries({ queryKey: personQuery(id).queryKey });
      await client.invalidateQueries({ queryKey: PEOPLE });
      showToast(t('deletedNow', { name }));
    });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isHeld) void remove();
      }}
    >
      <Field
        label={t('deleteType', { name })}
        value={typed}
        problem={null}
        say={t}
        autoFocus
        autoComplete="off"
        onChange={setTyped}
      />
      <ProblemLine id="delete-problem" problem={problem} say={t} />
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
        <FilledButton type="submit" isDanger aria-disabled={isHeld || isBusy}>
          {t('deleteForEver')}
        </FilledButton>
      </DialogAnswers>
    </form>
  );
}

/** The first question: what goes, and what stays. */
function WhatGoes({ onClose, onNext }: { readonly onClose: () => void; readonly onNext: () => void }) {
  const t = useTexts(texts);
  return (
    <>
      <ul className={styles.lines}>
        <li>{t('deleteGoes')}</li>
        <li>{t('deleteStays')}</li>
        <li>{t('deleteFinal')}</li>
      </ul>
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
        <FilledButton isDanger onClick={onNext}>
          {t('deleteNext')}
        </FilledButton>
      </DialogAnswers>
    </>
  );
}

/** Deletes the personal data of a person, after two questions. */
export function DeletePerson({ person }: DeleteProps) {
  const t = useTexts(texts);
  const [step, setStep] = useState<'closed' | 'what' | 'name'>('closed');
  const close = () => setStep('closed');
  return (
    <>
      <QuietButton
        isDanger
        icon={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => setStep('what')}
      >
        {t('delete')}
      </QuietButton>
      <Dialog isOpen={step !== 'closed'} onClose={close} title={t('deleteTitle', { name: person.name })}>
        {step === 'name' ? (
          <TypeName person={person} onClose={close} />
        ) : (
          <WhatGoes onClose={close} onNext={() => setStep('name')} />
        )}
      </Dialog>
    </>
  );
}
