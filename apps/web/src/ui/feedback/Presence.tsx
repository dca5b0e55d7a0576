import { Availability, type Contact } from '@earth/contracts';
import styles from './Presence.module.css';

export type PresenceKind = 'available' | 'inCall' | 'offline';

export const presenceOf = (contact: Pick<Contact, 'availability' | 'inCall'>): PresenceKind => {
  if (contact.inCall) return 'inCall';
  return contact.availability === Availability.online ? 'available' : 'offline';
};

/** Presence by shape and colour: full, ring, hollow. Hidden from screen readers, because the word stands beside it. */
export const PresenceDot = ({
  kind,
  className,
}: {
  readonly kind: PresenceKind;
  readonly className?: string | undefined;
}) => (
  <i
    aria-hidden="true"
    className={[styles.dot, kind !== 'available' && styles[kind], className].filter(Boolean).join(' ')}
  />
);
