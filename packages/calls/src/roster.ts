/** Who is in a call and who still rings: pure functions over what the server says of its targets, oneself included. */
import type { CallTarget, TargetState } from '@earth/contracts';

type Roster = readonly CallTarget[];

/** Whether somebody takes part, or may yet. */
export const isPresent = (target: CallTarget) => target.state === 'joined' || target.state === 'ringing';

/** Whether somebody takes part, may yet, or did. */
export const wasInside = (target: CallTarget) => isPresent(target) || target.state === 'left';

export const others = (roster: Roster, me: string): Roster => roster.filter((target) => target.contact.uniqueId !== me);

export const findTarget = (roster: Roster, contactId: string): CallTarget | undefined =>
  roster.find((target) => target.contact.uniqueId === contactId);

/** The same people, with one of them in another state. Somebody unknown changes nothing. */
export const withState = (roster: Roster, contactId: string, state: TargetState): Roster =>
  roster.map((target) => (target.contact.uniqueId === contactId ? { ...target, state } : target));

/** The same people; whoever was in state `from` is in state `to`, but for oneself. */
export const moveState = (roster: Roster, me: string, from: TargetState, to: TargetState): Roster =>
  roster.map((target) => (target.contact.uniqueId !== me && target.state === from ? { ...target, state: to } : target));

/** Whether somebody else is in the given state. */
export const anyoneElse = (roster: Roster, me: string, state: TargetState): boolean =>
  others(roster, me).some((target) => target.state === state);

/** Nobody else takes part, and nobody may yet. */
export const isAlone = (roster: Roster, me: string): boolean => !others(roster, me).some(isPresent);
