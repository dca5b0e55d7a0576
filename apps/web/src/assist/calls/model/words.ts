import type { LinkQuality, MediaProblem, Person } from '@earth/calls';
import type { CallReason, Contact } from '@earth/contracts';
import { firstName, formatList } from '../../../shared/format';
import type { CallText } from '../texts';

export const linkWords: Readonly<Record<LinkQuality, CallText>> = {
  connecting: 'linkConnecting',
  good: 'linkGood',
  weak: 'linkWeak',
  reconnecting: 'linkReconnecting',
};

const worstFirst: readonly LinkQuality[] = ['reconnecting', 'connecting', 'weak', 'good'];

/**
 * The worst link to a participant, of which the user is warned. Null if nobody else is in the call.
 * @param isNetworkWeak the device says so of its network: then no link is good
 */
export function worstLink(people: readonly Person[], isNetworkWeak = false): LinkQuality | null {
  const joined = people.filter((person) => person.state === 'joined');
  const worst = worstFirst.find((link) => joined.some((person) => person.link === link)) ?? null;
  return worst === 'good' && isNetworkWeak ? 'weak' : worst;
}

/** Why a call is over; null for a call that took place. */
const reasonWords: Readonly<Record<CallReason, CallText | null>> = {
  answered: null,
  left: null,
  declined: 'reasonDeclined',
  busy: 'reasonBusy',
  missed: 'reasonMissed',
  unreachable: 'reasonUnreachable',
  failed: 'reasonFailed',
  full: 'reasonFull',
};

interface CallEnd {
  readonly reason: CallReason;
  readonly isBlocked: boolean;
  readonly isForged: boolean;
  readonly durationSeconds: number;
}

/** Why a call ended. If people have talked, «failed» means that the connection was lost. */
export function endWord({ reason, isBlocked, isForged, durationSeconds }: CallEnd): CallText | null {
  if (isForged) return 'reasonForged';
  if (isBlocked) return 'reasonBlocked';
  return reason === 'failed' && durationSeconds > 0 ? 'reasonLost' : reasonWords[reason];
}

export const cameraWords: Readonly<Record<MediaProblem, CallText>> = {
  refused: 'cameraRefused',
  missing: 'cameraMissing',
  failed: 'cameraFailed',
};

export const microphoneWords: Readonly<Record<MediaProblem, CallText>> = {
  refused: 'microphoneRefused',
  missing: 'microphoneMissing',
  failed: 'microphoneFailed',
};

/** The duration of a call in one or two units, as a person would say it: words with their counts. */
export function durationParts(seconds: number): { readonly unit: 'hours' | 'minutes' | 'seconds'; count: number }[] {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return [{ unit: 'seconds', count: whole }];
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return [{ unit: 'minutes', count: minutes }];
  const rest = minutes % 60;
  const hours = { unit: 'hours' as const, count: Math.floor(minutes / 60) };
  return rest === 0 ? [hours] : [hours, { unit: 'minutes', count: rest }];
}

/** The people of a call: one by the whole name, several by their first names. */
export const namesOf = (people: readonly Pick<Contact, 'name'>[], language: string): string =>
  people.length === 1
    ? (people[0]?.name ?? '')
    : formatList(
        people.map(({ name }) => firstName(name)),
        language,
      );
