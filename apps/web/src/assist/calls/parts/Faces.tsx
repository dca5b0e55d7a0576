import type { Contact } from '@earth/contracts';
import { Avatar } from '../../../ui/pictures/Avatar';
import styles from './faces.module.css';

/** How many avatars fit; the names beside them include the others. */
const FACES_MAX = 3;

/** Overlapping avatars of several people. */
export function Faces({ people }: { readonly people: readonly Pick<Contact, 'uniqueId' | 'name'>[] }) {
  return (
    // On a picture, avatars keep the colours of the light theme.
    <span className={styles.faces} data-theme="light">
      {people.slice(0, FACES_MAX).map((person) => (
        <span key={person.uniqueId} className={styles.face}>
          <Avatar id={person.uniqueId} name={person.name} size="medium" />
        </span>
      ))}
    </span>
  );
}
