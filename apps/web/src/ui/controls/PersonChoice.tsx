import type { Contact } from '@earth/contracts';
import { useId } from 'react';
import { Avatar } from '../pictures/Avatar';
import styles from './PersonChoice.module.css';
import { presenceOf } from '../feedback/Presence';
import { LinkedRow, RowLabel } from '../rows/RowLink';

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
    <LinkedRow
      className={className}
      lead={<Avatar id={person.uniqueId} name={person.name} presence={presenceOf(person)} />}
      title={<RowLabel htmlFor={id}>{person.name}</RowLabel>}
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
