/** Takes calls through their course: one step at a time, written down, then told to those concerned. */
import { type Background, createBackground } from '../../../async/background';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { sendPushes } from '../push';
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
  talkSeconds,
} from './transitions';
import { endGuestsOf } from './guests/ends';
import { queueCallPushes } from './notifications';
import { createRingTimers, type RingTimers } from './ring-timers';
import * as store from './store';

export interface CallCoordinator {
  /**
   * A new call, as `open` makes it of who is in a call, while nobody else can call one of its people. Once it is written
   * down, those concerned are told first.
   * @throws ApiError `invalidInput` where its id is taken
   */
  begin(contactIds: readonly string[], open: (inCall: ReadonlySet<string>) => Step): Promise<Step>;
  /**
   * Takes one step of a call while nobody else can take one. What `step` throws leaves the call as it was.
   * @returns null where there is no such call
   */
  take(callId: string, step: (state: CallState) => Step): Promise<Step | null>;
  /** A device leaves every call that it is in, but for those that `stays` spares. */
  leaveAll(device: Device, stays?: (callId: string) => boolean | Promise<boolean>): Promise<void>;
  tell(notifications: readonly Notification[]): void;
  readonly rings: RingTimers;
  readonly background: Background;
}

export function createCallCoordinator(context: Context): CallCoordinator {
  const { clock, db, log, push, video } = context;
  const background = createBackground(log);
  const rings = createRingTimers(clock, (callId, until) => {
    // A timer may be a moment early.
    const end = () => new Date(Math.max(until.getTime(), clock.now().getTime()));
    background.run('A ring could not be ended', () => take(callId, (state) => endRings(state, end())));
  });

  function tell(notifications: readonly Notification[]): void {
    for (const { contactIds, event } of notifications) push.toContacts(contactIds, event);
  }

  /** The step is written down: whatever becomes of the room, those concerned are told. */
  async function inRoom(change: Promise<void>): Promise<void> {
    await change.catch((error: unknown) => log.error({ err: error }, 'The room of a call could not be changed'));
  }

  async function take(callId: string, step: (state: CallState) => Step): Promise<Step | null> {
    const taken = await db.transaction(async (transaction) => {
      const before = await store.findCall(transaction, callId, 'update');
      if (!before) return null;
      const after = step(before);
      const isOver = after.call.closedAt !== null && before.call.closedAt === null;
      const minutes = isOver ? talkSeconds(after.call, clock.now()) / 60 : 0;
      await store.saveStep(transaction, before, after, minutes);
      const hasPushes = await queueCallPushes(context, transaction, before, after);
      return { before, after, hasPushes, endedGuests: await endGuestsOf(transaction, after, clock.now()) };
    });
    if (!taken) return null;
    const { before, after, hasPushes, endedGuests } = taken;
    if (after.left !== undefined) await inRoom(video.remove(callId, after.left));
    tell(after.notifications);
    for (const session of endedGuests) announceEnd(context, session);
    if (hasPushes) sendPushes(context);
    if (after.call.closedAt) await inRoom(video.close(callId));
    if (after.call.closedAt || ringingIds(after).length === 0) rings.stop(callId);
    else if (after.call.ringsUntil > before.call.ringsUntil) rings.start(callId, after.call.ringsUntil);
    announce(context, before, after);
    return after;
  }

  return {
    async begin(contactIds, open) {
      const opened = await db.transaction(async (transaction) => {
        const made = open(await store.holdCallers(transaction, contactIds));
        if (!(await store.insertCall(transaction, made))) throw new ApiError('invalidInput', 'uniqueId');
        return { ...made, hasPushes: await queueCallPushes(context, transaction, null, made) };
      });
      tell(opened.notifications);
      if (opened.hasPushes) sendPushes(context);
      if (ringingIds(opened).length > 0) rings.start(opened.call.id, opened.call.ringsUntil);
      announce(context, null, opened);
      return opened;
    },
    take,
    async leaveAll(device, stays = () => false) {
      for (const callId of await store.findCallsOfDevice(db, device))
        if (!(await stays(callId))) await take(callId, (state) => leave(state, device, clock.now()));
    },
    tell,
    rings,
    background,
  };
}

/** Others see who is in a call. */
function announce({ bus }: Context, before: CallState | null, after: CallState): void {
  const wereIn = new Set(before ? peopleIn(before) : []);
  const areIn = new Set(peopleIn(after));
  for (const contactId of new Set([...wereIn, ...areIn]))
    if (wereIn.has(contactId) !== areIn.has(contactId)) bus.publish('contactChanged', { contactId });
}
