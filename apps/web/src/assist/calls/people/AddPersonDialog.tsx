import type { CallActions, Person } from '@earth/calls';
import { type Contact, isController, type Profile } from '@earth/contracts';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { peopleQuery } from '../../../shared/queries';
import { Avatar } from '../../../ui/pictures/Avatar';
import { LineButton, QuietButton } from '../../../ui/controls/Button';
import { ListRow } from '../../../ui/rows/ListRow';
import { Failed } from '../../../ui/feedback/Notice';
import { presenceOf } from '../../../ui/feedback/Presence';
import { SearchField } from '../../../ui/controls/SearchField';
import { SkeletonRows } from '../../../ui/feedback/Skeleton';
import { texts as uiTexts } from '../../../ui/texts';
import { useIsDesktop } from '../../../shared/use-media';
import { guestLinkTexts, LinkButton, LinkPanel, OpenLinks, useGuestLink } from '../../guest-links';
import { Overlay } from '../screens/Overlay';
import styles from './people.module.css';
import { texts } from './texts';
import { whoToAdd } from './who-to-add';

interface AddPersonDialogProps {
  readonly me: Pick<Profile, 'role' | 'uniqueId'>;
  readonly callId: string;
  /** Everybody else who is in the call or rings. */
  readonly present: readonly Pick<Person, 'contact'>[];
  readonly onAdd: CallActions['addPeople'];
  readonly onClose: () => void;
}

interface AvailableProps extends Pick<AddPersonDialogProps, 'me' | 'present'> {
  readonly search: string;
  readonly adding: Contact | null;
  readonly onAdd: (person: Contact) => void;
}

function Available({ me, present, search, adding, onAdd }: AvailableProps): ReactNode {
  const say = useTexts(texts);
  const sayUi = useTexts(uiTexts);
  const query = useQuery(peopleQuery);
  if (query.isPending) return <SkeletonRows count={3} />;
  if (!query.data)
    return <Failed title={say('failed')} line={query.error?.message} onRetry={() => void query.refetch()} />;
  const people = whoToAdd(query.data, { me, present, search });
  if (people.length === 0)
    return (
      <div className={styles.nobody} role="status">
        <p>{search ? say('noMatch') : say('nobody')}</p>
        {!search && <p className={styles.line}>{say('nobodyLine')}</p>}
      </div>
    );
  return (
    <ul className={styles.list} aria-label={say('available')}>
      {people.map((person) => (
        <ListRow
          key={person.uniqueId}
          className={styles.person}
          lead={<Avatar id={person.uniqueId} name={person.name} presence={presenceOf(person)} />}
          title={person.name}
          line={adding?.uniqueId === person.uniqueId ? say('adding', { name: person.name }) : sayUi('available')}
          trail={
            <LineButton
              icon={<IconUserPlus size={20} stroke={1.75} aria-hidden="true" />}
              aria-label={say('add', { name: person.name })}
              disabled={adding !== null}
              onClick={() => onAdd(person)}
            >
              {say('addShort')}
            </LineButton>
          }
        />
      ))}
    </ul>
  );
}

/** Calls another person into the call with one tap. */
export function AddPersonDialog({ me, callId, present, onAdd, onClose }: AddPersonDialogProps) {
  const say = useTexts(texts);
  const sayUi = useTexts(uiTexts);
  const sayLink = useTexts(guestLinkTexts);
  const isDesktop = useIsDesktop();
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState<Contact | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const guest = useGuestLink(callId);
  // No autofocus on a phone, where the keyboard would cover the list.
  useEffect(() => {
    if (isDesktop) field.current?.focus({ preventScroll: true });
  }, [isDesktop]);

  async function add(person: Contact) {
    setAdding(person);
    setProblem(null);
    try {
      await onAdd([person]);
      onClose();
    } catch (error) {
      setProblem((error instanceof Error && error.message) || sayUi('noAnswer'));
      setAdding(null);
    }
  }

  if (guest.state.type !== 'none') {
    const close = () => {
      guest.close();
      onClose();
    };
    return (
      <Overlay key="link" label={sayLink('invite')} onEscape={close}>
        <h1 className={styles.title}>{sayLink('invite')}</h1>
        <LinkPanel state={guest.state} onRetry={() => void guest.make()} onClose={close} />
      </Overlay>
    );
  }
  return (
    <Overlay label={say('addTitle')} onEscape={onClose}>
      <h1 className={styles.title}>{say('addTitle')}</h1>
      <SearchField ref={field} label={say('search')} value={search} onChange={setSearch} />
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <Available me={me} present={present} search={search} adding={adding} onAdd={(person) => void add(person)} />
      {isController(me.role.code) && <OpenLinks />}
      <div className={styles.end}>
        {isController(me.role.code) && <LinkButton onClick={() => void guest.make()} />}
        <QuietButton onClick={onClose}>{say('close')}</QuietButton>
      </div>
    </Overlay>
  );
}
