import { type Contact, isBlank } from '@earth/contracts';
import type { OpenedRoom } from './model/conversation';
import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { alterRoom, leave, nameRoom } from './model/room-actions';

import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import { Question } from '../../ui/overlay/Question';
import { Field, ProblemLine } from '../../ui/controls/Field';
import styles from './dialogs.module.css';
import { PeopleChoice } from './PeopleChoice';
import { texts } from './texts';
import { useScope } from '../../platform/session/scope-context';

interface ChangeProps {
  readonly room: OpenedRoom;
  readonly onClose: () => void;
}

export function RenameRoom({ room, onClose }: ChangeProps) {
  const scope = useScope();
  const t = useTexts(texts);
  const [name, setName] = useState(typeof room.title === 'string' ? room.title : '');
  const [isMissing, setMissing] = useState(false);
  const { isBusy, problem, ask } = useRequest();
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const wished = name.trim();
    setMissing(isBlank(wished));
    if (isBlank(wished)) return;
    void ask(async () => {
      await nameRoom(scope, room.uniqueId, wished);
      onClose();
    });
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('rename')}>
      <form onSubmit={submit}>
        <Field
          label={t('groupName')}
          value={name}
          onChange={setName}
          maxLength={120}
          problem={isMissing ? { text: 'groupNameMissing' as const } : problem}
          say={t}
        />
        <DialogAnswers>
          <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
          <FilledButton type="submit" aria-disabled={isBusy}>
            {t('save')}
          </FilledButton>
        </DialogAnswers>
      </form>
    </Dialog>
  );
}

export function AddPeople({ room, onClose }: ChangeProps) {
  const scope = useScope();
  const t = useTexts(texts);
  const [chosen, setChosen] = useState<readonly Contact[]>([]);
  const { isBusy, problem, ask } = useRequest();
  const present = new Set(room.participants.map(({ uniqueId }) => uniqueId));
  const add = () =>
    ask(async () => {
      // A user who cannot decrypt the name cannot seal it for others.
      if (typeof room.title === 'string') await nameRoom(scope, room.uniqueId, room.title, chosen);
      else await alterRoom(scope, { id: room.uniqueId, targetContacts: chosen.map(({ uniqueId }) => uniqueId) });
      onClose();
    });
  return (
    <Dialog isOpen onClose={onClose} title={t('addPeople')}>
      <p className={styles.line}>{t('addPeopleLine')}</p>
      <PeopleChoice chosen={chosen} onChange={setChosen} without={present} />
      <ProblemLine id="add-people-problem" problem={problem} say={t} />
      <div className={styles.end}>
        <p className={styles.chosen} role="status">
          {chosen.length > 0 && t('chosen', { count: chosen.length })}
        </p>
        <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
        <FilledButton disabled={chosen.length === 0} aria-disabled={isBusy} onClick={() => void add()}>
          {t('add')}
        </FilledButton>
      </div>
    </Dialog>
  );
}

/** Asks before leaving: messages written meanwhile are lost to the user. */
export function LeaveRoom({ room, onClose }: ChangeProps) {
  const scope = useScope();
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { isBusy, problem, ask } = useRequest();
  const go = () =>
    ask(async () => {
      await leave(scope, room.uniqueId);
      await navigate({ to: '/rooms' });
    });
  return (
    <Question
      isOpen
      title={t('leaveQuestion')}
      yes={t('leave')}
      isDanger
      isBusy={isBusy}
      problem={problem}
      onYes={() => void go()}
      onClose={onClose}
    >
      <p className={styles.line}>{t('leaveLine')}</p>
    </Question>
  );
}
