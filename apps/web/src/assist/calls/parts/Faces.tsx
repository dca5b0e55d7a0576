import type { Contact } from '@earth/contracts';
import { Avatar } from '../../../ui/pictures/Avatar';
import styles from './faces.module.css';

/** How many faces fit; the names beside them say who else. */
const FACES_MAX = 3;

/** Several people, one over the other. */
export function Faces({ people }: { readonly people: readonly Pick<Contact, 'uniqueId' | 'name'>[] }) {
  return (
    // On a picture, faces keep the colours that they have on paper.
    <span className={styles.faces} data-theme="light">
      {people.slice(0, FACES_MAX).map((person) => (
        <span key={person.uniqueId} className={styles.face}>
          <Avatar id={person.uniqueId} name={person.name} size="medium" />
        </span>
      ))}
    </span>
  );
}
