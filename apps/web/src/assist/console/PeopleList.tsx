import type { Contact } from '@earth/contracts';
import { CallButton, mayCallPerson } from '../calls';
import { useTexts } from '../../shared/i18n';
import { MessageButton } from '../rooms';
import { texts as appTexts } from '../../shared/texts';
import { useMe } from '../../platform';
import { Avatar } from '../../ui/pictures/Avatar';
import { ListRow } from '../../ui/rows/ListRow';
import { presenceOf } from '../../ui/feedback/Presence';
import { usePresenceWords } from '../people';
import styles from './console.module.css';

/** The people who are online, each with a call button. */
export function PeopleList({ people }: { readonly people: readonly Contact[] }) {
  const t = useTexts(appTexts);
  const me = useMe();
  const words = usePresenceWords();
  return (
    <ul>
      {people.map((person) => (
        <ListRow
          key={person.uniqueId}
          className={styles.person}
          lead={<Avatar id={person.uniqueId} name={person.name} size="desk" presence={presenceOf(person)} />}
          title={person.name}
          line={<span className={styles.presence}>{words.shortLine(person)}</span>}
          trail={
            <>
              <MessageButton person={person} />
              {mayCallPerson(me, person) && (
                <CallButton label={t('callPerson', { name: person.name })} wish={{ targets: [person] }} />
              )}
            </>
          }
        />
      ))}
    </ul>
  );
}
