import type { Contact } from '@earth/contracts';
import { useId } from 'react';
import { Avatar } from '../pictures/Avatar';
import styles from './PersonChoice.module.css';
import { ListRow } from '../rows/ListRow';
import { presenceOf } from '../feedback/Presence';
import rows from '../rows/RowLink.module.css';

interface PersonChoiceProps {
  readonly person: Contact;
  readonly line: string;
  readonly isChosen: boolean;
  readonly isDisabled?: boolean;
  readonly onToggle: () => void;
  readonly className?: string | undefined;
}

/** A person in a multiple choice; the whole row is the target. */
export function PersonChoice({ person, line, isChosen, isDisabled, onToggle, className }: PersonChoiceProps) {
  const id = useId();
  return (
    <ListRow
      className={[rows.row, className].filter(Boolean).join(' ')}
      lead={<Avatar id={person.uniqueId} name={person.name} presence={presenceOf(person)} />}
      title={
        <label htmlFor={id} className={rows.link}>
          {person.name}
        </label>
      }
      line={line}
      trail={
        <input
          id={id}
          type="checkbox"
          className={styles.check}
          checked={isChosen}
          disabled={isDisabled}
          onChange={onToggle}
        />
      }
    />
  );
}
