import { type Contact, isBlank } from '@earth/contracts';
import type { OpenedRoom } from './model/conversation';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { alterRoom, leave, nameRoom } from './model/room-actions';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Dialog } from '../../ui/overlay/Dialog';
import { FieldDialog } from '../../ui/overlay/FieldDialog';
import { Question } from '../../ui/overlay/Question';
import { ProblemLine } from '../../ui/controls/Field';
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
  return (
    <FieldDialog
      title={t('rename')}
      label={t('groupName')}
      maxLength={120}
      first={typeof room.title === 'string' ? room.title : ''}
      check={(name) => (isBlank(name) ? 'groupNameMissing' : null)}
      say={t}
      onSave={(name) => nameRoom(scope, room.uniqueId, name)}
      onClose={onClose}
    />
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
