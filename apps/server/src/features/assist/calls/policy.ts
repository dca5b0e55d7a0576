/** Policy of calls: checks of what a principal may do. */
import { Availability, type Contact, isController, STORE_GRACE_MS } from '@earth/contracts';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { isColleague } from '../../identity/contacts';
import type { CallRow, CallState, Invited, TargetRow } from './transitions';

interface Service {
  readonly paidService: boolean;
  readonly purchasedMinutes: number;
  readonly usedMinutes: number;
  readonly expiresAt: Date | null;
}

interface Calling {
  readonly caller: Contact;
  readonly callsEnabled: boolean;
  /** The caller's company. */
  readonly service: Service;
  readonly now: Date;
}

/** @throws ApiError `callsOff`, `roleMayNotCall`, `serviceUsedUp` */
export function requireMayCall({ caller, callsEnabled, service, now }: Calling): void {
  if (!callsEnabled) throw new ApiError('callsOff');
  if (!caller.role.allowedToCall) throw new ApiError('roleMayNotCall');
  if (!service.paidService) return;
  const isOver = service.expiresAt !== null && service.expiresAt <= now;
  if (isOver || service.usedMinutes >= service.purchasedMinutes) throw new ApiError('serviceUsedUp');
}

/**
 * Checks the people to call: the caller's colleagues; for an ASSISTED caller controllers only.
 * @param found the existing contacts of `ids`
 * @param reached those of them who are offline but can be reached by push
 * @throws ApiError `notFound`, `roleMayNotCall`
 */
export function requireTargets(
  ids: readonly string[],
  found: ReadonlyMap<string, Contact>,
  reached: ReadonlySet<string>,
  principal: Principal,
): Invited[] {
  const people = ids.map((id) => found.get(id)).filter((target) => isColleague(target, principal));
  if (people.length < ids.length) throw new ApiError('notFound');
  if (!isController(principal.role) && !people.every((target) => isController(target.role.code)))
    throw new ApiError('roleMayNotCall');
  return people.map((target) => ({
    contactId: target.uniqueId,
    isReachable: target.availability === Availability.online || reached.has(target.uniqueId),
    isBusy: target.inCall,
  }));
}

/** A call with the row of the principal, who is one of its people. */
interface OwnCall extends CallState {
  readonly me: TargetRow;
}

/** A call is visible to its people only. @throws ApiError `notFound` */
export function requireTargetOf(state: CallState | null, contactId: string): OwnCall {
  const me = state?.targets.find((target) => target.contactId === contactId);
  if (!state || !me) throw new ApiError('notFound');
  return { ...state, me };
}

/** Requires that the contact is in the call, and that the call is open. @throws ApiError `notFound`, `callClosed`, `notAllowed` */
export function requireInside(state: CallState | null, contactId: string): OwnCall {
  const inside = requireTargetOf(state, contactId);
  if (inside.call.closedAt) throw new ApiError('callClosed');
  if (inside.me.state !== 'joined') throw new ApiError('notAllowed');
  return inside;
}

/** Requires that the contact is or was in the call. @throws ApiError `notFound`, `notAllowed` */
export function requireWasInside(state: CallState | null, contactId: string): OwnCall {
  const inside = requireTargetOf(state, contactId);
  if (!inside.me.joinedAt) throw new ApiError('notAllowed');
  return inside;
}

/**
 * Requires that the contact is in the call, or was: their last additions may arrive shortly after they left.
 * @throws ApiError `notFound`, `notAllowed`, `callClosed`
 */
export function requireMayStillStore(state: CallState | null, contactId: string, now: Date): OwnCall {
  const own = requireTargetOf(state, contactId);
  requireMayAdd({ ...own.me, closedAt: own.call.closedAt }, now);
  return own;
}

/** @throws ApiError `notAllowed`, `callClosed` */
export function requireMayAdd(
  { joinedAt, leftAt, closedAt }: Pick<TargetRow, 'joinedAt' | 'leftAt'> & Pick<CallRow, 'closedAt'>,
  now: Date,
): void {
  if (!joinedAt) throw new ApiError('notAllowed');
  if (leftAt && now.getTime() - leftAt.getTime() > STORE_GRACE_MS)
    throw new ApiError(closedAt ? 'callClosed' : 'notAllowed');
}

/** Controllers draw; field users only if the setting allows it. @throws ApiError `notAllowed` */
export function requireMayDraw(principal: Principal, fieldUsersDraw: boolean): void {
  if (!isController(principal.role) && !fieldUsersDraw) throw new ApiError('notAllowed');
}

/**
 * Requires that this contact, whom the principal names as the one who asked their device for a snapshot, may ask: a controller who is or was
 * in the call.
 * @throws ApiError `invalidInput`
 */
export function requireMayHaveAsked({ targets }: CallState, asker: Contact | undefined, principal: Principal): void {
  const target = targets.find(({ contactId }) => contactId === asker?.uniqueId);
  const isOther = target?.contactId !== principal.contactId;
  if (!asker || !target?.joinedAt || !isOther || !isController(asker.role.code))
    throw new ApiError('invalidInput', 'takenByUniqueId');
}

/** A snapshot or a recording is deleted by its author or by a controller of the call. @throws ApiError `notAllowed` */
export function requireMayDelete(pic: { readonly contactId: string }, principal: Principal): void {
  if (pic.contactId !== principal.contactId && !isController(principal.role)) throw new ApiError('notAllowed');
}

/** Requires that this person talked in the call, and has left it. @throws ApiError `notAllowed` */
export function requireMayRate(
  { joinedAt, state }: Pick<TargetRow, 'joinedAt' | 'state'>,
  { answeredAt }: Pick<CallRow, 'answeredAt'>,
): void {
  if (!joinedAt || state === 'joined' || !answeredAt) throw new ApiError('notAllowed');
}

/**
 * Only controllers write labels, after the call: its people are complete then, so that all of them can read the labels.
 * @throws ApiError `notAllowed`
 */
export function requireMayWriteLabels(principal: Principal, { closedAt }: Pick<CallRow, 'closedAt'>): void {
  if (!isController(principal.role) || !closedAt) throw new ApiError('notAllowed');
}

/** Only controllers record a call. @throws ApiError `notAllowed` */
export function requireMayRecord(principal: Principal): void {
  if (!isController(principal.role)) throw new ApiError('notAllowed');
}

/** Only controllers write notes on a call. @throws ApiError `notAllowed` */
export function requireMayWriteNotes(principal: Principal): void {
  if (!isController(principal.role)) throw new ApiError('notAllowed');
}
