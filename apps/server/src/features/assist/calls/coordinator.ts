/** Coordinator: applies one transition of a call at a time, stores it, then notifies the people concerned. */
import { createKeyedMutex } from '@earth/async';
import { type Background, createBackground } from '../../../async/background';
import type { Context } from '../../../context';
import { announceEnd } from '../../identity/sessions';
import {
  type CallState,
  type Device,
  endRings,
  leave,
  peopleIn,
  ringingIds,
  type Step,
  type Notification,
} from './transitions';
import { createRingTimers, type RingTimers } from './ring-timers';
import { createCallsOf } from './readers';
import { type Applied, createCallWriter } from './call-writer';

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
  const { clock, log, push, video } = context;
  const background = createBackground(log);
  const callsOf = createCallsOf(context);
  const writer = createCallWriter(context);
  const one = createKeyedMutex();
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

  /** One transition of a call at a time, so that nobody hears of a later one first. */
  const apply = (callId: string, step: (state: CallState) => Step): Promise<Step | null> => {
    const id = callId.toLowerCase();
    return one.run(id, async () => {
      const applied = await writer.apply({ callId: id, step });
      if (!applied) return null;
      await follow(applied);
      return applied.after;
    });
  };

  /** What follows a transition once it is stored. */
  async function follow({ before, after, endedGuests }: Applied): Promise<void> {
    const { id: callId, closedAt, ringsUntil } = after.call;
    if (after.left !== undefined) await changeConnection(video.remove(callId, after.left));
    notify(after.notifications);
    for (const session of endedGuests) announceEnd(context, session);
    if (closedAt) await changeConnection(video.close(callId));
    if (closedAt || ringingIds(after).length === 0) rings.stop(callId);
    else if (ringsUntil > before.call.ringsUntil) rings.start(callId, ringsUntil);
    announce(context, before, after);
  }

  return {
    async begin(contactIds, open) {
      const opened = await writer.begin({ contactIds, open });
      notify(opened.notifications);
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
