/** Service of calls: starting, joining, declining, leaving. */
import {
  type Call,
  type CallArguments,
  type CallData,
  type CallDetails,
  type CallHistoryItem,
  type CallTarget,
  type Contact,
  type createCall,
  type leaveCall as leaveCallSpec,
  type listCalls,
  type OpenCall,
  type Participant,
  whomToRing,
} from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { checkSealedText } from '../../../http/sealed-input';
import type { Principal } from '../../../http/principal';
import { helpersOf } from '../../identity/contacts';
import { connectedDevices } from '../../identity/sessions';
import type { ClosedPages } from './closed-pages';
import type { CallCoordinator } from './coordinator';
import * as transitions from './transitions';
import { findLabels } from './labels-store';
import type { CallReaders } from './readers';
import { readNotes } from './notes';
import { requireInside, requireMayCall, requireTargetOf, requireTargets } from './policy';
import * as store from './store';
import { callView, contactsOf, historyView, peopleOf, targetViews } from './views';

/** The dependencies of the calls: the context, their coordinator and their readers. */
export interface CallDeps {
  readonly context: Context;
  readonly coordinator: CallCoordinator;
  readonly readers: CallReaders;
}

/** For this long after it joined, a device counts as present even if its socket is not open. */
const JOINING_MS = 15_000;

/**
 * For this long after it was last seen, the device of a call is not offered to another one as lost: its socket may only be reconnecting,
 * while picture and sound go on.
 */
const RECONNECTING_MS = 25_000;

type CallRequest = CallArguments<typeof createCall>;

/** Starts a call: the people who can be reached ring. A call that reaches nobody is stored in the history, and refused. */
export async function startCall(deps: CallDeps, principal: Principal, request: CallRequest) {
  const { context, coordinator } = deps;
  const checked = await checkRequest(deps, principal, request);
  const contacts = await leaveOthers(deps, principal, checked);
  const { clock, random } = context;
  const startedAt = clock.now();
  const made = {
    id: request.uniqueId ?? random.id(),
    companyId: principal.companyId,
    subject: request.subject,
    cryptoSchema: request.cryptoSchema,
    productCode: request.productCode ?? null,
    instant: request.instant,
    forHelp: request.forHelp,
    startedAt,
    ringsUntil: ringEnd(context, startedAt),
  };
  let isInAnother = false;
  const state = await coordinator.begin([principal.contactId, ...checked.ids], (inCall) => {
    isInAnother = inCall.has(principal.contactId);
    const rung = new Set(request.forHelp ? helpersNow(checked.ids, contacts, inCall) : checked.ids);
    const invited = checked.invited
      .filter(({ contactId }) => rung.has(contactId))
      .map((one) => ({ ...one, isBusy: inCall.has(one.contactId) }));
    const opened = transitions.open(made, principal, invited);
    return { ...opened, notifications: [incomingCall(transitions.ringingIds(opened), callView(opened, contacts))] };
  });
  if (state.call.closedAt) throw new ApiError(state.call.reason === 'busy' ? 'targetsBusy' : 'noTargetReachable');
  const call = callView(state, contacts);
  // If two tabs of one device call at the same moment, the later one wins.
  if (isInAnother) await coordinator.leaveAll(principal, (id) => id === state.call.id);
  return { call, participant: await participantOf(context, state, principal, call.targets) };
}

/** The people whom «Call for help» rings, by who is in a call when it begins. */
const helpersNow = (ids: readonly string[], contacts: ReadonlyMap<string, Contact>, inCall: ReadonlySet<string>) =>
  whomToRing(
    ids
      .map((id) => contacts.get(id))
      .filter((contact) => contact !== undefined)
      .map((contact) => ({ ...contact, inCall: inCall.has(contact.uniqueId) })),
  ).targets.map(({ uniqueId }) => uniqueId);

/** The end of a ring that begins now. */
export const ringEnd = ({ settings }: Context, now: Date): Date =>
  new Date(now.getTime() + settings.callTimeoutSeconds * 1000);

/** Notification for the people who ring. */
export const incomingCall = (contactIds: readonly string[], call: Call): transitions.Notification => ({
  contactIds,
  event: { messageType: 'IncomingCall', messageContent: { call, caller: call.caller } },
});

/** A checked request: the caller and the people to call. */
interface CheckedRequest {
  /** The people to call, each once and without the caller; for help, the candidates. */
  readonly ids: readonly string[];
  readonly invited: transitions.Invited[];
  readonly caller: Contact;
  /** The contacts of all of them, as they were when the request was checked. */
  readonly contacts: ReadonlyMap<string, Contact>;
}

/**
 * Checks whether these people may be called.
 * @param others further people whose contacts are returned too
 * @throws ApiError `sessionEnded`, `callsOff`, `serviceUsedUp`, `noTargets`, `notFound`, `roleMayNotCall`
 */
export async function checkTargets(
  { context, readers }: CallDeps,
  principal: Principal,
  targetContacts: readonly string[],
  others: Iterable<string> = [],
): Promise<CheckedRequest> {
  const ids = [...new Set(targetContacts)].filter((id) => id !== principal.contactId);
  const [contacts, reached, service] = await Promise.all([
    readers.contacts([...new Set([principal.contactId, ...ids, ...others])]),
    readers.reached(ids),
    readers.company(principal.companyId),
  ]);
  const caller = contacts.get(principal.contactId);
  if (!caller || !service) throw new ApiError('sessionEnded');
  requireMayCall({ caller, service, callsEnabled: context.settings.callsEnabled, now: context.clock.now() });
  if (ids.length === 0) throw new ApiError('noTargets');
  return { ids, invited: requireTargets(ids, contacts, reached, principal), caller, contacts };
}

async function checkRequest(deps: CallDeps, principal: Principal, request: CallRequest): Promise<CheckedRequest> {
  const { context } = deps;
  const { forHelp, productCode, uniqueId } = request;
  const targets = forHelp
    ? (await helpersOf(context, principal)).map(({ uniqueId }) => uniqueId)
    : request.targetContacts;
  const [checked, hasProduct, isTaken] = await Promise.all([
    checkTargets(deps, principal, targets),
    productCode === undefined ? true : store.hasProduct(context.db, principal.companyId, productCode),
    uniqueId === undefined ? false : store.hasCall(context.db, uniqueId),
  ]);
  if (!hasProduct) throw new ApiError('invalidInput', 'productCode');
  if (isTaken) throw new ApiError('invalidInput', 'uniqueId');
  checkSealedText({
    field: 'subject',
    value: request.subject,
    scheme: request.cryptoSchema,
    people: new Set([principal.contactId, ...checked.ids]),
  });
  return checked;
}

/**
 * A device is in one call at a time: calls that it left open end, and the people in them can be reached again.
 * @returns the contacts as they are now, with the caller in the call
 */
async function leaveOthers(
  { coordinator, readers }: CallDeps,
  principal: Principal,
  { caller, contacts }: CheckedRequest,
) {
  if (caller.inCall) await coordinator.leaveAll(principal);
  const now = caller.inCall ? await readers.contacts([...contacts.keys()]) : contacts;
  return new Map([...now, [principal.contactId, { ...caller, inCall: true }]]);
}

async function participantOf(
  { video }: Context,
  { call, targets }: transitions.CallState,
  { contactId, deviceId }: transitions.Device,
  callTargets: CallTarget[],
): Promise<Participant> {
  const me = targets.find((target) => target.contactId === contactId);
  if (!me) throw new ApiError('notFound');
  const access = await video.admit({ callId: call.id, contactId, deviceId });
  return { ...access, annotationsColor: me.annotationsColor, callTargets };
}

/** @returns whether the device is still there with which a contact is in a call */
const presenceOf =
  (connected: ReadonlySet<string>, now: Date) =>
  ({ deviceId, joinedAt }: transitions.TargetRow): boolean =>
    (deviceId !== null && connected.has(deviceId)) ||
    (joinedAt !== null && now.getTime() - joinedAt.getTime() < JOINING_MS);

/** @param admit a transition that is applied first, in the same step, and may make the principal a target of the call */
export async function joinCall(
  { context, coordinator, readers }: CallDeps,
  principal: Principal,
  callId: string,
  admit: (before: transitions.CallState) => transitions.Step = transitions.unchanged,
): Promise<Participant> {
  const { clock, settings } = context;
  if (!settings.callsEnabled) throw new ApiError('callsOff');
  const now = clock.now();
  const isPresent = presenceOf(await readers.connected(principal.contactId), now);
  const state = await coordinator.apply(callId, (before) => {
    const admitted = admit(before);
    requireTargetOf(admitted, principal.contactId);
    const joined = transitions.join(admitted, principal, { now, maxUsers: settings.maxUsersInCall, isPresent });
    return { ...joined, notifications: [...admitted.notifications, ...joined.notifications] };
  });
  if (!state) throw new ApiError('notFound');
  if (state.refused) throw new ApiError(state.refused);
  const [contacts] = await Promise.all([
    readers.contacts(peopleOf([state])),
    coordinator.leaveAll(principal, (id) => id === callId),
  ]);
  return participantOf(context, state, principal, targetViews(state, contacts));
}

export async function leaveCall(
  { context, coordinator }: CallDeps,
  principal: Principal,
  { id: callId, reason }: CallArguments<typeof leaveCallSpec>,
): Promise<void> {
  const now = context.clock.now();
  const state = await coordinator.apply(callId, (before) => {
    requireTargetOf(before, principal.contactId);
    return transitions.leave(before, principal, now, reason);
  });
  if (!state) throw new ApiError('notFound');
}

/** Records that a page of the call was closed. @throws ApiError `notFound`, `callClosed`, `notAllowed` */
export async function closePage(
  { context }: CallDeps,
  principal: Principal,
  callId: string,
  pages: ClosedPages,
): Promise<void> {
  requireInside(await store.findCall(context.db, callId), principal.contactId);
  pages.record(callId, { contactId: principal.contactId, deviceId: principal.deviceId });
}

/** LiveKit reports that a participant's media are gone: the device may be gone too, or only have changed its network. */
export async function recordLeft(
  { db }: Pick<Context, 'db'>,
  callId: string,
  contactId: string,
  pages: Pick<ClosedPages, 'record'>,
): Promise<void> {
  const call = await store.findCall(db, callId);
  const target = call?.targets.find((one) => one.contactId === contactId && one.state === 'joined');
  if (target?.deviceId) pages.record(callId, { contactId, deviceId: target.deviceId });
}

/** Takes the device out of the call if no other page of it came within the grace period. */
export async function leaveIfGone(
  { context, coordinator }: CallDeps,
  callId: string,
  device: transitions.Device,
): Promise<void> {
  if (await context.video.isConnected({ callId, ...device })) return;
  await coordinator.apply(callId, (before) => transitions.leave(before, device, context.clock.now()));
}

export async function declineCall(
  { context, coordinator }: CallDeps,
  principal: Principal,
  callId: string,
): Promise<void> {
  const now = context.clock.now();
  const state = await coordinator.apply(callId, (before) => {
    requireTargetOf(before, principal.contactId);
    return transitions.decline(before, principal, now);
  });
  if (!state) throw new ApiError('notFound');
}

/** Takes a device out of the calls in which it has no living page. */
export async function leaveLockedCalls({ context, coordinator }: CallDeps, principal: Principal): Promise<void> {
  const { contactId, deviceId } = principal;
  await coordinator.leaveAll(principal, (callId) => context.video.isConnected({ callId, contactId, deviceId }));
}

/** The open calls that the principal is a target of. */
export async function onlineCalls(context: Context, principal: Principal): Promise<OpenCall[]> {
  const { contactId, deviceId } = principal;
  const states = await store.findOpenCalls(context.db, contactId);
  const [contacts, connected] = await Promise.all([
    contactsOf(context, states),
    connectedDevices(context, contactId, RECONNECTING_MS),
  ]);
  const isPresent = presenceOf(connected, context.clock.now());
  async function isLeftOpen({ call, targets }: transitions.CallState): Promise<boolean> {
    const me = targets.find((target) => target.contactId === contactId);
    if (me?.state !== 'joined') return false;
    if (me.deviceId !== deviceId) return !isPresent(me);
    // The device that asks is there; its page in the call may not be.
    return !(await context.video.isConnected({ callId: call.id, contactId, deviceId }));
  }
  return Promise.all(
    states.map(async (state) => ({ ...callView(state, contacts), isLeftOpen: await isLeftOpen(state) })),
  );
}

/** A page of the principal's calls, newest first. */
export async function history(
  context: Context,
  principal: Principal,
  page: CallArguments<typeof listCalls>,
): Promise<CallData<typeof listCalls>> {
  const { states, total } = await store.findHistory(context.db, principal.contactId, page);
  return { items: await historyItems(context, states), total };
}

async function historyItems(context: Context, states: readonly transitions.CallState[]): Promise<CallHistoryItem[]> {
  const contacts = await contactsOf(context, states);
  const callIds = states.map(({ call }) => call.id);
  const counts = await store.countContents(context.db, callIds);
  const labels = await findLabels(context.db, callIds);
  const around = { contacts, counts, labels, now: context.clock.now() };
  return states.map((state) => historyView(state, around));
}

/** A call as in the history, with its notes: for all of its people. */
export async function callDetails(context: Context, principal: Principal, callId: string): Promise<CallDetails> {
  const state = requireTargetOf(await store.findCall(context.db, callId), principal.contactId);
  const [item] = await historyItems(context, [state]);
  if (!item) throw new ApiError('notFound');
  return { ...item, notes: await readNotes(context, principal, callId) };
}

export async function participants(context: Context, principal: Principal, callId: string): Promise<CallTarget[]> {
  const state = requireTargetOf(await store.findCall(context.db, callId), principal.contactId);
  return targetViews(state, await contactsOf(context, [state]));
}
