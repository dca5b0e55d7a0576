import { type Contact, isBlank } from '@earth/contracts';
import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { getConfig, useMe } from '../../platform';
import { makeRoom, sealRoomName } from './model/room-actions';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Dialog } from '../../ui/overlay/Dialog';
import { Field, ProblemLine } from '../../ui/controls/Field';
import styles from './dialogs.module.css';
import { PeopleChoice } from './PeopleChoice';
import { texts } from './texts';
import { useScope } from '../../platform/session/scope-context';

/** Opens a room with one person, or creates a group of several, which gets a name. */
export function NewRoom({ onClose }: { readonly onClose: () => void }) {
  const scope = useScope();
  const t = useTexts(texts);
  const me = useMe();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<readonly Contact[]>([]);
  /** Idempotency key: if an answer is lost, retrying with the same people does not create a second group. */
  const [groupId, setGroupId] = useState(() => crypto.randomUUID());
  const [name, setName] = useState('');
  const [isNameMissing, setNameMissing] = useState(false);
  const { isBusy, problem, ask } = useRequest();
  const isGroup = chosen.length > 1;

  async function make() {
    const targetContacts = chosen.map(({ uniqueId }) => uniqueId);
    const named = isGroup
      ? { uniqueId: groupId, ...(await sealRoomName(scope, groupId, name.trim(), [me, ...chosen])) }
      : { cryptoSchema: getConfig().cryptoSchema };
    const room = await makeRoom(scope, { targetContacts, isGroup, ...named });
    onClose();
    await navigate({ to: '/rooms/$roomId', params: { roomId: room.uniqueId } });
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const isMissing = isGroup && isBlank(name);
    setNameMissing(isMissing);
    if (!isMissing && chosen.length > 0) void ask(make);
  }

  return (
    <Dialog isOpen onClose={onClose} title={t('newRoom')}>
      <form onSubmit={submit}>
        <PeopleChoice
          chosen={chosen}
          onChange={(people) => {
            setChosen(people);
            setGroupId(crypto.randomUUID());
          }}
        />
        {isGroup && (
          <div className={styles.name}>
            <Field
              label={t('groupName')}
              value={name}
              onChange={setName}
              maxLength={120}
              problem={isNameMissing ? { text: 'groupNameMissing' as const } : null}
              say={t}
            />
          </div>
        )}
        <ProblemLine id="new-room-problem" problem={problem} say={t} />
        <div className={styles.end}>
          <p className={styles.chosen} role="status">
            {chosen.length > 0 && t('chosen', { count: chosen.length })}
          </p>
          <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
          <FilledButton type="submit" disabled={chosen.length === 0} aria-disabled={isBusy}>
            {t(isGroup ? 'createGroup' : 'write')}
          </FilledButton>
        </div>
      </form>
    </Dialog>
  );
}
