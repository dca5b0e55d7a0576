/** Who is in a call and who still rings: pure functions over what the server says of its targets, oneself included. */
import { type CallTarget, isController, type Profile, type TargetState } from '@earth/contracts';
import type { Recipient } from '../ports';

type Roster = readonly CallTarget[];

/** Whether somebody takes part, or may yet. */
export const isPresent = (target: CallTarget) => target.state === 'joined' || target.state === 'ringing';

/** Whether somebody takes part, may yet, or did. */
export const wasInside = (target: CallTarget) => isPresent(target) || target.state === 'left';

export const others = (roster: Roster, me: string): Roster => roster.filter((target) => target.contact.uniqueId !== me);

/** Who else takes part, by the server's word. */
export const joinedOthers = (roster: Roster, me: string) =>
  others(roster, me)
    .filter(({ state }) => state === 'joined')
    .map(({ contact }) => contact);

/** The ids of those who take part, by the server's word, and to whom no link leads. */
export function absentIn(roster: Roster, me: string, peers: readonly { readonly contactId: string }[]): string[] {
  const linked = new Set(peers.map(({ contactId }) => contactId));
  return joinedOthers(roster, me).flatMap(({ uniqueId }) => (linked.has(uniqueId) ? [] : [uniqueId]));
}

/** For whom something is sealed: oneself, and those of the others who take part or may yet. */
export function recipientsOf(me: Recipient, roster: Roster, isOne = isPresent): readonly Recipient[] {
  const present = others(roster, me.uniqueId).filter(isOne);
  return [me, ...present.map(({ contact }) => contact)].map(({ uniqueId, publicKey }) => ({ uniqueId, publicKey }));
}

/** By the role that the server names. */
export const isControllerIn = (roster: Roster, contactId: string): boolean =>
  roster.some(({ contact }) => contact.uniqueId === contactId && isController(contact.role.code));

/** Who of a call, which may grow, is a controller: oneself, and each of the others. */
export const rolesIn = (me: Profile, roster: () => Roster) => ({
  isController: isController(me.role.code),
  isControllerAt: (contactId: string) => isControllerIn(roster(), contactId),
});

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
