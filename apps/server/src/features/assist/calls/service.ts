/** Calling, taking part, declining, leaving. */
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
  type Participant,
  whomToRing,
} from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { checkSealedText } from '../../../http/sealed-input';
import type { Principal } from '../../../http/principal';
import { contactViews, helpersOf } from '../../identity/contacts';
import { reachedByPush } from '../push';
import { connectedDevices } from '../../identity/sessions';
import type { ClosedPages } from './closed-pages';
import type { CallCoordinator } from './coordinator';
import * as course from './transitions';
import { readNotes } from './notes';
import { requireInside, requireMayCall, requireTargetOf, requireTargets } from './policy';
import * as store from './store';
import { callView, contactsOf, historyView, targetViews } from './views';

/** What the calls need: everything outside, and whoever takes them through their course. */
export interface Desk {
  readonly context: Context;
  readonly coordinator: CallCoordinator;
}

/** For this long after it came in, a device counts as there although its socket is not. */
const JOINING_MS = 15_000;

type CallRequest = CallArguments<typeof createCall>;

/** Starts a call: those who can be reached ring. A call that reaches nobody is kept in the history, and refused. */
export async function startCall({ context, coordinator }: Desk, principal: Principal, request: CallRequest) {
  const asked = await checkRequest(context, principal, request);
  const contacts = await leaveOthers({ context, coordinator }, principal, asked);
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
  const state = await coordinator.begin([principal.contactId, ...asked.ids], (inCall) => {
    isInAnother = inCall.has(principal.contactId);
    const rung = new Set(request.forHelp ? helpersNow(asked.ids, contacts, inCall) : asked.ids);
    const invited = asked.invited
      .filter(({ contactId }) => rung.has(contactId))
      .map((one) => ({ ...one, isBusy: inCall.has(one.contactId) }));
    const opened = course.open(made, principal, invited);
    return { ...opened, notifications: [incomingCall(course.ringingIds(opened), callView(opened, contacts))] };
  });
  if (state.call.closedAt) throw new ApiError(state.call.reason === 'busy' ? 'targetsBusy' : 'noTargetReachable');
  const call = callView(state, contacts);
  // Of two tabs of one device that call in the same moment the later one has it.
  if (isInAnother) await coordinator.leaveAll(principal, (id) => id === state.call.id);
  return { call, participant: await participantOf(context, state, principal, call.targets) };
}

/** Whom «Call for help» rings, by who is in a call in the moment in which it begins. */
const helpersNow = (ids: readonly string[], contacts: ReadonlyMap<string, Contact>, inCall: ReadonlySet<string>) =>
  whomToRing(
    ids
      .map((id) => contacts.get(id))
      .filter((contact) => contact !== undefined)
      .map((contact) => ({ ...contact, inCall: inCall.has(contact.uniqueId) })),
  ).targets.map(({ uniqueId }) => uniqueId);

/** Until when a ring goes on that begins now. */
export const ringEnd = ({ settings }: Context, now: Date): Date =>
  new Date(now.getTime() + settings.callTimeoutSeconds * 1000);

/** To those who ring. */
export const incomingCall = (contactIds: readonly string[], call: Call): course.Notification => ({
  contactIds,
  event: { messageType: 'IncomingCall', messageContent: { call, caller: call.caller } },
});

/** Who is called, and by whom. */
interface Asked {
  /** The people to call, each once and without the caller; for help, whom to pick from. */
  readonly ids: readonly string[];
  readonly invited: course.Invited[];
  readonly caller: Contact;
  /** All of them, as they were when it was asked. */
  readonly contacts: ReadonlyMap<string, Contact>;
}

/**
 * Whether these people may be called.
 * @param others people whose contacts are wanted too
 * @throws ApiError `sessionEnded`, `callsOff`, `serviceUsedUp`, `noTargets`, `notFound`, `roleMayNotCall`
 */
export async function checkTargets(
  context: Context,
  principal: Principal,
  targetContacts: readonly string[],
  others: Iterable<string> = [],
): Promise<Asked> {
  const ids = [...new Set(targetContacts)].filter((id) => id !== principal.contactId);
  const [contacts, reached, service] = await Promise.all([
    contactViews(context, [...new Set([principal.contactId, ...ids, ...others])]),
    reachedByPush(context, ids),
    store.findCompany(context.db, principal.companyId),
  ]);
  const caller = contacts.get(principal.contactId);
  if (!caller || !service) throw new ApiError('sessionEnded');
  requireMayCall({ caller, service, callsEnabled: context.settings.callsEnabled, now: context.clock.now() });
  if (ids.length === 0) throw new ApiError('noTargets');
  return { ids, invited: requireTargets(ids, contacts, reached, principal), caller, contacts };
}

async function checkRequest(context: Context, principal: Principal, request: CallRequest): Promise<Asked> {
  const { forHelp, productCode, uniqueId } = request;
  const targets = forHelp
    ? (await helpersOf(context, principal)).map(({ uniqueId }) => uniqueId)
    : request.targetContacts;
  const [asked, hasProduct, isTaken] = await Promise.all([
    checkTargets(context, principal, targets),
    productCode === undefined ? true : store.hasProduct(context.db, principal.companyId, productCode),
    uniqueId === undefined ? false : store.hasCall(context.db, uniqueId),
  ]);
  if (!hasProduct) throw new ApiError('invalidInput', 'productCode');
  if (isTaken) throw new ApiError('invalidInput', 'uniqueId');
  checkSealedText({
    field: 'subject',
    value: request.subject,
    scheme: request.cryptoSchema,
    people: new Set([principal.contactId, ...asked.ids]),
  });
  return asked;
}

/**
 * A device is in one call at a time: what it left open behind it ends, and who was in it can be reached again.
 * @returns all of them as they are now, the caller in the call
 */
async function leaveOthers({ context, coordinator }: Desk, principal: Principal, { caller, contacts }: Asked) {
  if (caller.inCall) await coordinator.leaveAll(principal);
  const now = caller.inCall ? await contactViews(context, [...contacts.keys()]) : contacts;
  return new Map([...now, [principal.contactId, { ...caller, inCall: true }]]);
}

async function participantOf(
  { video }: Context,
  { call, targets }: course.CallState,
  { contactId, deviceId }: course.Device,
  callTargets: CallTarget[],
): Promise<Participant> {
  const me = targets.find((target) => target.contactId === contactId);
  if (!me) throw new ApiError('notFound');
  const access = await video.admit({ callId: call.id, contactId, deviceId });
  return { ...access, annotationsColor: me.annotationsColor, callTargets };
}

/** @param admit what makes of the call, in the same step, one that whoever comes is a target of */
export async function joinCall(
  { context, coordinator }: Desk,
  principal: Principal,
  callId: string,
  admit: (before: course.CallState) => course.Step = course.unchanged,
): Promise<Participant> {
  const { clock, settings } = context;
  if (!settings.callsEnabled) throw new ApiError('callsOff');
  const now = clock.now();
  const connected = await connectedDevices(context, principal.contactId);
  const isThere = ({ deviceId, joinedAt }: course.TargetRow) =>
    (deviceId !== null && connected.has(deviceId)) ||
    (joinedAt !== null && now.getTime() - joinedAt.getTime() < JOINING_MS);
  const state = await coordinator.take(callId, (before) => {
    const admitted = admit(before);
    requireTargetOf(admitted, principal.contactId);
    const joined = course.join(admitted, principal, { now, maxUsers: settings.maxUsersInCall, isThere });
    return { ...joined, notifications: [...admitted.notifications, ...joined.notifications] };
  });
  if (!state) throw new ApiError('notFound');
  if (state.refused) throw new ApiError(state.refused);
  const [contacts] = await Promise.all([
    contactsOf(context, [state]),
    coordinator.leaveAll(principal, (id) => id === callId),
  ]);
  return participantOf(context, state, principal, targetViews(state, contacts));
}

export async function leaveCall(
  { context, coordinator }: Desk,
  principal: Principal,
  { id: callId, reason }: CallArguments<typeof leaveCallSpec>,
): Promise<void> {
  const now = context.clock.now();
  const state = await coordinator.take(callId, (before) => {
    requireTargetOf(before, principal.contactId);
    return course.leave(before, principal, now, reason);
  });
  if (!state) throw new ApiError('notFound');
}

/** @throws ApiError `notFound`, `callClosed`, `notAllowed` */
export async function closePage(
  { context }: Desk,
  principal: Principal,
  callId: string,
  pages: ClosedPages,
): Promise<void> {
  requireInside(await store.findCall(context.db, callId), principal.contactId);
  pages.note(callId, { contactId: principal.contactId, deviceId: principal.deviceId });
}

/** The time for another page of a device to come is over. */
export async function leaveIfGone(
  { context, coordinator }: Desk,
  callId: string,
  device: course.Device,
): Promise<void> {
  if (await context.video.isConnected({ callId, ...device })) return;
  await coordinator.take(callId, (before) => course.leave(before, device, context.clock.now()));
}

export async function declineCall({ context, coordinator }: Desk, principal: Principal, callId: string): Promise<void> {
  const now = context.clock.now();
  const state = await coordinator.take(callId, (before) => {
    requireTargetOf(before, principal.contactId);
    return course.decline(before, principal, now);
  });
  if (!state) throw new ApiError('notFound');
}

/** Ends a device's part in the calls where no living page of it is. */
export async function leaveLockedCalls({ context, coordinator }: Desk, principal: Principal): Promise<void> {
  const { contactId, deviceId } = principal;
  await coordinator.leaveAll(principal, (callId) => context.video.isConnected({ callId, contactId, deviceId }));
}

/** The open calls that one is a target of. */
export async function onlineCalls(context: Context, principal: Principal): Promise<Call[]> {
  const states = await store.findOpenCalls(context.db, principal.contactId);
  const contacts = await contactsOf(context, states);
  return states.map((state) => callView(state, contacts));
}

/** A page of one's calls, newest first. */
export async function history(
  context: Context,
  principal: Principal,
  page: CallArguments<typeof listCalls>,
): Promise<CallData<typeof listCalls>> {
  const { states, total } = await store.findHistory(context.db, principal.contactId, page);
  return { items: await historyItems(context, states), total };
}

async function historyItems(context: Context, states: readonly course.CallState[]): Promise<CallHistoryItem[]> {
  const contacts = await contactsOf(context, states);
  const counts = await store.countContents(
    context.db,
    states.map(({ call }) => call.id),
  );
  return states.map((state) => historyView(state, contacts, counts, context.clock.now()));
}

/** A call as its history has it, with the notes on it: for all of its people. */
export async function oneCall(context: Context, principal: Principal, callId: string): Promise<CallDetails> {
  const state = requireTargetOf(await store.findCall(context.db, callId), principal.contactId);
  const [item] = await historyItems(context, [state]);
  if (!item) throw new ApiError('notFound');
  return { ...item, notes: await readNotes(context, principal, callId) };
}

/** The people of a call. */
export async function participants(context: Context, principal: Principal, callId: string): Promise<CallTarget[]> {
  const state = requireTargetOf(await store.findCall(context.db, callId), principal.contactId);
  return targetViews(state, await contactsOf(context, [state]));
}

/** Whether a device is in an open call. */
export async function isInCall(
  { db }: Context,
  { callId, ...device }: course.Device & { readonly callId: string },
): Promise<boolean> {
  return (await store.findCallsOfDevice(db, device)).includes(callId);
}
