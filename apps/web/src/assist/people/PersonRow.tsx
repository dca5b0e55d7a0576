import type { Contact } from '@earth/contracts';
import { CallButton, mayCallPerson } from '../calls';
import { MessageButton } from '../rooms';
import { useMe } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { texts as appTexts } from '../../shared/texts';
import { presenceOf } from '../../ui/feedback/Presence';
import { Avatar } from '../../ui/pictures/Avatar';
import { AboveRow, RowLink } from '../../ui/rows/RowLink';
import { PeopleRow } from './ListParts';
import styles from './people.module.css';
import { type Choice, ChoiceRow } from './Several';
import { usePresenceWords } from './presence-words';

interface PersonRowProps {
  readonly person: Contact;
  /** Several people are being chosen, to be called together. */
  readonly choice?: Choice | null;
}

/** A person: a link to their page, a message and a call. */
export function PersonRow({ person, choice = null }: PersonRowProps) {
  const t = useTexts(appTexts);
  const me = useMe();
  const words = usePresenceWords();
  const isField = me.role.code === 'ASSISTED';
  if (choice) return <ChoiceRow person={person} line={words.line(person)} choice={choice} />;
  return (
    <PeopleRow
      lead={<Avatar id={person.uniqueId} name={person.name} presence={presenceOf(person)} />}
      title={
        <RowLink
          to="/people/$contactId"
          params={{ contactId: person.uniqueId }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {person.name}
        </RowLink>
      }
      line={words.line(person)}
      trail={
        <AboveRow className={styles.acts}>
          <MessageButton person={person} isField={isField} />
          {mayCallPerson(me, person) && (
            <CallButton
              label={t('callPerson', { name: person.name })}
              wish={{ targets: [person] }}
              isField={isField}
              isQuiet={isField}
            />
          )}
        </AboveRow>
      }
    />
  );
}
