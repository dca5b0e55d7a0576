import type { LinkQuality, MediaProblem, Person } from '@earth/calls';
import type { CallReason } from '@earth/contracts';
import type { CallText } from '../texts';

export const linkWords: Readonly<Record<LinkQuality, CallText>> = {
  connecting: 'linkConnecting',
  good: 'linkGood',
  weak: 'linkWeak',
  reconnecting: 'linkReconnecting',
};

const worstFirst: readonly LinkQuality[] = ['reconnecting', 'connecting', 'weak', 'good'];

/** The worst link to those who are in the call: it is the one to be warned of. Null where nobody else is in it. */
export function worstLink(people: readonly Person[]): LinkQuality | null {
  const joined = people.filter((person) => person.state === 'joined');
  return worstFirst.find((link) => joined.some((person) => person.link === link)) ?? null;
}

/** Why a call is over. A call that took place needs no reason: null. */
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

/** Why a call ended as it did. Where people talked, it failed later than in being connected: the connection was lost. */
export const endWord = ({
  reason,
  durationSeconds,
}: {
  readonly reason: CallReason;
  readonly durationSeconds: number;
}) => (reason === 'failed' && durationSeconds > 0 ? 'reasonLost' : reasonWords[reason]);

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

/** How long a call took, in the one or two units that a person would say: which word, and how many. */
export function durationParts(seconds: number): { readonly unit: 'hours' | 'minutes' | 'seconds'; count: number }[] {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return [{ unit: 'seconds', count: whole }];
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return [{ unit: 'minutes', count: minutes }];
  const rest = minutes % 60;
  const hours = { unit: 'hours' as const, count: Math.floor(minutes / 60) };
  return rest === 0 ? [hours] : [hours, { unit: 'minutes', count: rest }];
}
