import { firstGrapheme } from '@earth/contracts';
import type { ReactNode } from 'react';
import { guestMark } from '../../platform/session/guest-names';
import { useProfilePicture } from '../../shared/profile-pictures';
import styles from './Avatar.module.css';
import { PresenceDot, type PresenceKind } from '../feedback/Presence';

const PAIRS = 6;

/** The first letters of the first and the last word of a name, without the mark of a guest and without brackets and the like. */
export function initialsOf(name: string): string {
  const words = name.replace(guestMark(name), '').trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return letters
    .map((word = '') => firstGrapheme(word.replace(/^\p{P}+(?=.)/u, '')))
    .join('')
    .toLocaleUpperCase();
}

/** One of six colour pairs, stable for a contact. */
function pairOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return (sum % PAIRS) + 1;
}

export interface AvatarProps {
  readonly id: string;
  readonly name: string;
  /** 28, 36, 40, 48 or 64 px. */
  readonly size?: 'small' | 'desk' | 'normal' | 'medium' | 'big' | undefined;
  readonly presence?: PresenceKind | undefined;
  /** Instead of the letters, for example for a group. */
  readonly icon?: ReactNode;
}

/** The profile picture of a person, or the initials. Hidden from screen readers, because the name stands beside it. */
export function Avatar({ id, name, size = 'normal', presence, icon }: AvatarProps) {
  const picture = useProfilePicture(id);
  const classes = [styles.avatar, styles[`pair${pairOf(id)}`], size !== 'normal' && styles[size]];
  return (
    <span aria-hidden="true" className={classes.filter(Boolean).join(' ')}>
      {icon || initialsOf(name)}
      {picture && !icon && <img src={picture} alt="" className={styles.picture} />}
      {presence && <PresenceDot kind={presence} className={styles.dot} />}
    </span>
  );
}
