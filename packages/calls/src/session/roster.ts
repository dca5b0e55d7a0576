/** Who is in a call and who still rings: pure functions over the server's list of targets, which includes the user. */
import { type CallTarget, isController, type Profile, type TargetState } from '@earth/contracts';
import type { Recipient } from '@earth/messaging';

type Roster = readonly CallTarget[];

/** Takes part, or rings. */
export const isPresent = (target: CallTarget) => target.state === 'joined' || target.state === 'ringing';

/** Takes part, rings, or has taken part. */
export const wasInside = (target: CallTarget) => isPresent(target) || target.state === 'left';

export const others = (roster: Roster, me: string): Roster => roster.filter((target) => target.contact.uniqueId !== me);

/** The other participants, as the server lists them. */
export const joinedOthers = (roster: Roster, me: string) =>
  others(roster, me)
    .filter(({ state }) => state === 'joined')
    .map(({ contact }) => contact);

/** The ids of the listed participants to whom there is no link. */
export function absentIn(roster: Roster, me: string, peers: readonly { readonly contactId: string }[]): string[] {
  const linked = new Set(peers.map(({ contactId }) => contactId));
  return joinedOthers(roster, me).flatMap(({ uniqueId }) => (linked.has(uniqueId) ? [] : [uniqueId]));
}

/** The recipients of something that is sealed: the user, and the others who take part or ring (or who match `isOne`). */
export function recipientsOf(me: Recipient, roster: Roster, isOne = isPresent): readonly Recipient[] {
  const present = others(roster, me.uniqueId).filter(isOne);
  return [me, ...present.map(({ contact }) => contact)].map(({ uniqueId, publicKey }) => ({ uniqueId, publicKey }));
}

/** By the role that the server gives. */
const isControllerIn = (roster: Roster, contactId: string): boolean =>
  roster.some(({ contact }) => contact.uniqueId === contactId && isController(contact.role.code));

/** A controller draws, and with the setting everybody. */
export const mayDrawIn = (
  roster: Roster,
  contactId: string,
  { fieldUsersDraw }: { readonly fieldUsersDraw: boolean },
): boolean => isControllerIn(roster, contactId) || (fieldUsersDraw && findTarget(roster, contactId) !== undefined);

/** Who in a call is a controller: the user, and each of the others. The roster may grow. */
export const rolesIn = (me: Profile, roster: () => Roster) => ({
  isController: isController(me.role.code),
  isControllerAt: (contactId: string) => isControllerIn(roster(), contactId),
});

export const findTarget = (roster: Roster, contactId: string): CallTarget | undefined =>
  roster.find((target) => target.contact.uniqueId === contactId);

/** The same targets, with one of them in another state. An unknown contact changes nothing. */
export const withState = (roster: Roster, contactId: string, state: TargetState): Roster =>
  roster.map((target) => (target.contact.uniqueId === contactId ? { ...target, state } : target));

/** The same targets, with all in state `from` moved to state `to`, except the user. */
export const moveState = (roster: Roster, me: string, from: TargetState, to: TargetState): Roster =>
  roster.map((target) => (target.contact.uniqueId !== me && target.state === from ? { ...target, state: to } : target));

/** Whether any other target is in the given state. */
export const anyoneElse = (roster: Roster, me: string, state: TargetState): boolean =>
  others(roster, me).some((target) => target.state === state);

/** Nobody else takes part or rings. */
export const isAlone = (roster: Roster, me: string): boolean => !others(roster, me).some(isPresent);
