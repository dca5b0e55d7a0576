/** What devices hear of a call while the app is closed on them: that it rings, and that it rings no more. */
import { type Call, SUBJECT_PUSH_MAX } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { type Push, queuePush } from '../push';
import { type CallState, ringingIds, type Step, type Notification } from './transitions';

/** Whoever switches a phone on the next morning sees whom they have missed. */
const MISSED_FOR_MS = 24 * 3600_000;

/**
 * Queues what a step means for those who ring by it, or ring no more: for all their devices, since a socket that looks
 * open may be that of a phone that sleeps.
 * @returns whether there is something to send
 */
export async function queueCallPushes(
  context: Context,
  db: Queries,
  before: CallState | null,
  after: Step,
): Promise<boolean> {
  const rang = new Set(before ? ringingIds(before) : []);
  const missedUntil = new Date(context.clock.now().getTime() + MISSED_FOR_MS);
  let isQueued = false;
  for (const notifications of after.notifications) {
    const contactIds =
      notifications.event.messageType === 'IncomingCall'
        ? notifications.contactIds
        : notifications.contactIds.filter((id) => rang.has(id));
    const push = pushOf(notifications, after, missedUntil);
    if (push && (await queuePush(context, db, { ...push, contactIds, topic: after.call.id }))) isQueued = true;
  }
  return isQueued;
}

/** Null where a device need not be woken for it. */
function pushOf(
  { event }: Notification,
  { call }: Step,
  missedUntil: Date,
): Pick<Push, 'message' | 'expiresAt' | 'except'> | null {
  switch (event.messageType) {
    case 'IncomingCall': {
      const { uniqueId, name, isGuest } = event.messageContent.caller;
      const caller = { uniqueId, name, ...(isGuest && { isGuest }) };
      const messageContent = { call: pushedCall(event.messageContent.call), caller };
      return { message: { messageType: event.messageType, messageContent }, expiresAt: call.ringsUntil };
    }
    case 'EndedCall':
      return { message: event, expiresAt: missedUntil };
    case 'CallHandledByGroup': {
      const { contactUniqueId: contactId, deviceId } = event.messageContent;
      const isKnown = contactId !== null && deviceId !== null;
      return { message: event, expiresAt: missedUntil, ...(isKnown && { except: { contactId, deviceId } }) };
    }
    default:
      return null;
  }
}

/** The subject only where it is sealed, and short as it is sent: in bytes, with what JSON escapes. */
function pushedCall({ uniqueId, callerUniqueId, startDate, ringsUntil, cryptoSchema, subject }: Call) {
  const isCarried = cryptoSchema !== 0 && Buffer.byteLength(JSON.stringify(subject)) <= SUBJECT_PUSH_MAX;
  return { uniqueId, callerUniqueId, startDate, ringsUntil, cryptoSchema, ...(isCarried && { subject }) };
}
