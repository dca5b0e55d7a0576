/** Pushes of a call for devices on which the app is closed: that it rings, and that it stopped ringing. */
import { type Call, SUBJECT_PUSH_MAX } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { type Push, queuePushes } from '../push';
import { type CallState, ringingIds, type Step, type Notification } from './transitions';

/** A missed call is still shown on a phone that is switched on the next morning. */
const MISSED_FOR_MS = 24 * 3600_000;

/** A transition of a call. `before` null: it begins. */
export interface Change {
  readonly before: CallState | null;
  readonly after: Step;
}

/**
 * Queues the pushes of transitions for the people who start or stop ringing, on all their devices: a socket that looks open may be that of
 * a sleeping phone.
 * @returns whether there is something to send
 */
export async function queueCallPushes(context: Context, db: Queries, changes: readonly Change[]): Promise<boolean> {
  const missedUntil = new Date(context.clock.now().getTime() + MISSED_FOR_MS);
  return await queuePushes(
    context,
    db,
    changes.flatMap((change) => pushesOf(change, missedUntil)),
  );
}

function pushesOf({ before, after }: Change, missedUntil: Date): Push[] {
  const rang = new Set(before ? ringingIds(before) : []);
  return after.notifications.flatMap((notification) => {
    const { contactIds, event } = notification;
    const meant = event.messageType === 'IncomingCall' ? contactIds : contactIds.filter((id) => rang.has(id));
    const push = pushOf(notification, after, missedUntil);
    return push && meant.length > 0 ? [{ ...push, contactIds: meant, topic: after.call.id }] : [];
  });
}

/** @returns null if the notification need not wake a device */
function pushOf(
  { event }: Notification,
  { call }: Step,
  missedUntil: Date,
): Pick<Push, 'message' | 'expiresAt' | 'ringsUntil' | 'except'> | null {
  switch (event.messageType) {
    case 'IncomingCall': {
      const { uniqueId, name, isGuest } = event.messageContent.caller;
      const caller = { uniqueId, name, ...(isGuest && { isGuest }) };
      const messageContent = { call: pushedCall(event.messageContent.call), caller };
      return { message: { messageType: event.messageType, messageContent }, expiresAt: call.ringsUntil };
    }
    case 'EndedCall':
      return { message: event, expiresAt: missedUntil, ringsUntil: call.ringsUntil };
    case 'CallHandledByGroup': {
      const { contactUniqueId: contactId, deviceId } = event.messageContent;
      const isKnown = contactId !== null && deviceId !== null;
      return {
        message: event,
        expiresAt: missedUntil,
        ringsUntil: call.ringsUntil,
        ...(isKnown && { except: { contactId, deviceId } }),
      };
    }
    default:
      return null;
  }
}

/** Carries the subject only if it is sealed and short enough. Its size is measured as sent: in bytes, with JSON escapes. */
function pushedCall({ uniqueId, callerUniqueId, startDate, ringsUntil, cryptoSchema, subject }: Call) {
  const isCarried = cryptoSchema !== 0 && Buffer.byteLength(JSON.stringify(subject)) <= SUBJECT_PUSH_MAX;
  return { uniqueId, callerUniqueId, startDate, ringsUntil, cryptoSchema, ...(isCarried && { subject }) };
}
