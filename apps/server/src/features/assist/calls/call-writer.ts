/**
 * Stores what happens to calls. What comes at the same time is stored together, in one transaction: under load, a call that begins or a
 * transition of one costs a part of a transaction. Each sees those before it, and fails alone.
 */
import { createBatcher } from '../../../async/batcher';
import { waitForAll } from '../../../async/wait-for-all';
import type { Context } from '../../../context';
import { isAboutData, isDeadlock } from '../../../db/query-error';
import { ApiError } from '../../../http/api-error';
import type { Session } from '../../identity/sessions';
import { sendEvents } from '../../operations/webhooks';
import { sendPushes } from '../push';
import { queueEndedCalls } from './ended-event';
import { endGuestsOf } from './guests/ends';
import { queueCallPushes } from './notifications';
import * as store from './store';
import { type CallState, peopleIn, type Step, talkSeconds } from './transitions';

interface Beginning {
  readonly contactIds: readonly string[];
  readonly open: (inCall: ReadonlySet<string>) => Step;
}

interface Transition {
  readonly callId: string;
  readonly step: (state: CallState) => Step;
}

export interface Applied {
  readonly before: CallState;
  readonly after: Step;
  readonly endedGuests: readonly Session[];
}

export interface CallWriter {
  /** @throws what `open` throws; ApiError `invalidInput` if the id is taken */
  begin(beginning: Beginning): Promise<Step>;
  /** @returns null if there is no such call. @throws what `step` throws */
  apply(transition: Transition): Promise<Applied | null>;
}

/** What became of one of several, or the error of this one. */
type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };

function attempt<Result>(run: () => Result): Outcome<Result> {
  try {
    return { result: run() };
  } catch (error) {
    return { error };
  }
}

const resultsOf = <Result>(outcomes: readonly Outcome<Result>[]): Result[] =>
  outcomes.flatMap((one) => ('result' in one ? [one.result] : []));

function resultOf<Result>(outcome: Outcome<Result>): Result {
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

/**
 * Of a call that begins, with its subject and each of its people, of a million a batch: a statement takes 65,535 values, and a call has 14
 * and each of its people 7.
 */
const CALL_WEIGHT = 5_000;
const PERSON_WEIGHT = 140;

const isOfOneRequest = (error: unknown) => isAboutData(error) || isDeadlock(error);

export function createCallWriter(context: Context): CallWriter {
  const begin = createBatcher((beginnings: readonly Beginning[]) => beginAll(context, beginnings), {
    isOfOneRequest,
    weigh: ({ contactIds }) => CALL_WEIGHT + PERSON_WEIGHT * contactIds.length,
  });
  const apply = createBatcher((transitions: readonly Transition[]) => applyAll(context, transitions), {
    isOfOneRequest,
  });
  return {
    async begin(beginning) {
      const outcome = await begin(beginning).catch((error: unknown) => {
        throw store.isTaken(error) ? new ApiError('invalidInput', 'uniqueId') : error;
      });
      return resultOf(outcome);
    },
    apply: async (transition) => resultOf(await apply(transition)),
  };
}

async function beginAll(context: Context, beginnings: readonly Beginning[]): Promise<Outcome<Step>[]> {
  const { outcomes, hasPushes } = await context.db.transaction(async (transaction) => {
    const inCall = await store.lockCallers(transaction, [...new Set(beginnings.flatMap((one) => one.contactIds))]);
    const outcomes = beginnings.map(({ open }) =>
      attempt(() => {
        const opened = open(inCall);
        for (const contactId of peopleIn(opened)) inCall.add(contactId);
        return opened;
      }),
    );
    const opened = resultsOf(outcomes);
    const changes = opened.map((after) => ({ before: null, after }));
    const [, hasPushes] = await waitForAll([
      store.insertCalls(transaction, opened),
      queueCallPushes(context, transaction, changes),
    ]);
    return { outcomes, hasPushes };
  });
  if (hasPushes) sendPushes(context);
  return outcomes;
}

/** @param transitions of different calls */
async function applyAll(context: Context, transitions: readonly Transition[]): Promise<Outcome<Applied | null>[]> {
  const now = context.clock.now();
  const stored = await context.db.transaction(async (transaction) => {
    const states = await store.lockCalls(
      transaction,
      transitions.map(({ callId }) => callId),
    );
    const outcomes = transitions.map(({ callId, step }) => {
      const before = states.get(callId);
      return attempt(() => (before ? { before, after: step(before) } : null));
    });
    const changes = resultsOf(outcomes).filter((change) => change !== null);
    const ended = changes.filter(({ before, after }) => after.call.closedAt && !before.call.closedAt);
    const afters = (some: typeof changes) => some.map(({ after }) => after);
    const [, , hasPushes, hasEvents, endedGuests] = await waitForAll([
      store.saveSteps(transaction, changes),
      store.countMinutes(transaction, minutesOf(ended, now)),
      queueCallPushes(context, transaction, changes),
      queueEndedCalls(context, transaction, afters(ended)),
      endGuestsOf(transaction, afters(changes), now),
    ]);
    return { outcomes, hasPushes, hasEvents, endedGuests };
  });
  if (stored.hasPushes) sendPushes(context);
  if (stored.hasEvents) sendEvents(context);
  return stored.outcomes.map((outcome) => {
    if ('error' in outcome || outcome.result === null) return outcome as Outcome<null>;
    const { result } = outcome;
    return { result: { ...result, endedGuests: stored.endedGuests.get(result.after.call.id) ?? [] } };
  });
}

/** The minutes of these calls together, by company. */
function minutesOf(ended: readonly { readonly after: CallState }[], now: Date): ReadonlyMap<string, number> {
  const minutes = new Map<string, number>();
  for (const { call } of ended.map(({ after }) => after))
    minutes.set(call.companyId, (minutes.get(call.companyId) ?? 0) + talkSeconds(call, now) / 60);
  return minutes;
}
