/** Coordinator: applies one transition of a call at a time, stores it, then notifies the people concerned. */
import { type Background, createBackground } from '../../../async/background';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { sendPushes } from '../push';
import { announceEnd } from '../../identity/sessions';
import { sendEvents } from '../../operations/webhooks';
import {
  type CallState,
  type Device,
  endRings,
  leave,
  peopleIn,
  ringingIds,
  type Step,
  type Notification,
  talkSeconds,
} from './transitions';
import { endGuestsOf } from './guests/ends';
import { queueEndedCall } from './ended-event';
import { queueCallPushes } from './notifications';
import { createRingTimers, type RingTimers } from './ring-timers';
import { createCallsOf } from './readers';
import * as store from './store';

export interface CallCoordinator {
  /**
   * Starts a call while nobody else can call one of its people. `open` creates it from the set of people who are in a call. Notifications
   * are sent once the call is stored.
   * @throws ApiError `invalidInput` if its id is taken
   */
  begin(contactIds: readonly string[], open: (inCall: ReadonlySet<string>) => Step): Promise<Step>;
  /**
   * Applies one transition while the call's row is locked. If `step` throws, the call is unchanged.
   * @returns null if there is no such call
   */
  apply(callId: string, step: (state: CallState) => Step): Promise<Step | null>;
  /** Takes a device out of every call that it is in, except those for which `stays` returns true. */
  leaveAll(device: Device, stays?: (callId: string) => boolean | Promise<boolean>): Promise<void>;
  notify(notifications: readonly Notification[]): void;
  readonly rings: RingTimers;
  readonly background: Background;
}

export function createCallCoordinator(context: Context): CallCoordinator {
  const { clock, db, log, push, video } = context;
  const background = createBackground(log);
  const callsOf = createCallsOf(context);
  const rings = createRingTimers(clock, (callId, until) => {
    // A timer may fire a moment early.
    const end = () => new Date(Math.max(until.getTime(), clock.now().getTime()));
    background.run('A ring could not be ended', () => apply(callId, (state) => endRings(state, end())));
  });

  function notify(notifications: readonly Notification[]): void {
    for (const { contactIds, event } of notifications) push.toContacts(contactIds, event);
  }

  /** Changes the call's connection after the transition is stored. A failure is logged, and notifications are sent all the same. */
  async function changeConnection(change: Promise<void>): Promise<void> {
    await change.catch((error: unknown) =>
      log.error({ err: error }, 'The media connection of a call could not be changed'),
    );
  }

  async function apply(callId: string, step: (state: CallState) => Step): Promise<Step | null> {
    const applied = await db.transaction(async (transaction) => {
      const before = await store.findCall(transaction, callId, 'update');
      if (!before) return null;
      const after = step(before);
      const isOver = after.call.closedAt !== null && before.call.closedAt === null;
      const minutes = isOver ? talkSeconds(after.call, clock.now()) / 60 : 0;
      await store.saveStep(transaction, before, after, minutes);
      const hasPushes = await queueCallPushes(context, transaction, before, after);
      const hasEvent = isOver && (await queueEndedCall(context, transaction, after));
      return { before, after, hasPushes, hasEvent, endedGuests: await endGuestsOf(transaction, after, clock.now()) };
    });
    if (!applied) return null;
    const { before, after, hasPushes, hasEvent, endedGuests } = applied;
    if (after.left !== undefined) await changeConnection(video.remove(callId, after.left));
    notify(after.notifications);
    for (const session of endedGuests) announceEnd(context, session);
    if (hasPushes) sendPushes(context);
    if (hasEvent) sendEvents(context);
    if (after.call.closedAt) await changeConnection(video.close(callId));
    if (after.call.closedAt || ringingIds(after).length === 0) rings.stop(callId);
    else if (after.call.ringsUntil > before.call.ringsUntil) rings.start(callId, after.call.ringsUntil);
    announce(context, before, after);
    return after;
  }

  return {
    async begin(contactIds, open) {
      const opened = await db.transaction(async (transaction) => {
        const made = open(await store.lockCallers(transaction, contactIds));
        if (!(await store.insertCall(transaction, made))) throw new ApiError('invalidInput', 'uniqueId');
        return { ...made, hasPushes: await queueCallPushes(context, transaction, null, made) };
      });
      notify(opened.notifications);
      if (opened.hasPushes) sendPushes(context);
      if (ringingIds(opened).length > 0) rings.start(opened.call.id, opened.call.ringsUntil);
      announce(context, null, opened);
      return opened;
    },
    apply,
    async leaveAll(device, stays = () => false) {
      for (const callId of await callsOf(device))
        if (!(await stays(callId))) await apply(callId, (state) => leave(state, device, clock.now()));
    },
    notify,
    rings,
    background,
  };
}

/** Publishes whose «in a call» state has changed. */
function announce({ bus }: Context, before: CallState | null, after: CallState): void {
  const wereIn = new Set(before ? peopleIn(before) : []);
  const areIn = new Set(peopleIn(after));
  for (const contactId of new Set([...wereIn, ...areIn]))
    if (wereIn.has(contactId) !== areIn.has(contactId)) bus.publish('contactChanged', { contactId });
}
