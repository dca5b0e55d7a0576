/** What the people of a company do: at constant rates that do not depend on the answers. */
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { flood } from '../chat/flood';
import { type ChatSide, openOurs, sealForPairs } from '../chat/sides';
import { postJson } from '../crowd/api';
import { type Crowd, type CrowdPerson, hangUp, meet, type Pair, ring } from '../crowd/crowd';

/** How often a person does it while they are online, in seconds. Each call has two people. */
const EVERY = { message: 60, call: 1_800, page: 300, reconnect: 600 } as const;
export type Action = keyof typeof EVERY;
export const ACTIONS = Object.keys(EVERY) as readonly Action[];

const TICK_MS = 5;
/** What has not succeeded so long after the last one began has failed. */
const PATIENCE_MS = 10_000;
const PAGES = 3;
/** Pairs who write: a room of their own is made for each before. */
const WRITERS_MAX = 1_000;

/** For each action the times in ms; Infinity: it failed. */
export type Times = Readonly<Record<Action, readonly number[]>>;

export interface Company {
  /** @param times as many times as often as people do ordinarily */
  act(times: number, seconds: number): Promise<Times>;
  close(): void;
}

/** @param act the n-th action; resolves with its time in ms */
async function atRate(rate: number, seconds: number, act: (n: number) => Promise<number>): Promise<number[]> {
  const start = performance.now();
  const times: number[] = [];
  const running = new Set<Promise<void>>();
  let begun = 0;
  for (;;) {
    const elapsed = (performance.now() - start) / 1000;
    if (elapsed >= seconds) break;
    for (; begun < Math.floor(elapsed * rate); begun += 1) {
      const one: Promise<void> = act(begun)
        .catch(() => Number.POSITIVE_INFINITY)
        .then((ms) => void times.push(ms))
        .finally(() => running.delete(one));
      running.add(one);
    }
    await pause(TICK_MS);
  }
  await Promise.race([Promise.all(running), pause(PATIENCE_MS)]);
  return [...times, ...Array.from({ length: begun - times.length }, () => Number.POSITIVE_INFINITY)];
}

const pick = <T>(list: readonly T[], n: number): T => {
  const one = list[n % list.length];
  if (one === undefined) throw new Error('There is nobody');
  return one;
};

/** The time until it rings; the call is answered and ended. */
async function callOf(pair: Pair): Promise<number> {
  const ringing = await ring(pair);
  await meet(pair, ringing);
  await hangUp(pair, ringing);
  return ringing.ringMs;
}

async function reconnect(person: { -readonly [Key in keyof CrowdPerson]: CrowdPerson[Key] }): Promise<number> {
  person.socket.close();
  const start = performance.now();
  person.socket = await person.connect();
  return performance.now() - start;
}

/** Half of the pairs write, a quarter call, and the others lose their connections; all read contents. */
export async function employ({ pairs }: Crowd): Promise<Company> {
  const half = Math.floor(pairs.length / 2);
  const writers = pairs.slice(0, Math.min(half, WRITERS_MAX));
  const callers = pairs.slice(half, Math.floor(1.5 * half));
  const restless = pairs.slice(Math.floor(1.5 * half)).flatMap(({ caller, callee }) => [caller, callee]);
  const people = pairs.flatMap(({ caller, callee }) => [caller, callee]);
  const agent = new Agent({ keepAlive: true });
  const side: ChatSide = await openOurs({ pairs: writers }, await sealForPairs({ pairs: writers }));
  const page = async (n: number) => {
    const { origin, credentials } = pick(people, n);
    const start = performance.now();
    const url = new URL(`/api/infocontents?l=en&page=${(n % PAGES) + 1}`, origin);
    await postJson(agent, url, { method: 'GET', headers: credentials });
    return performance.now() - start;
  };
  return {
    async act(times, seconds) {
      const rateOf = (action: Action) => (times * people.length) / EVERY[action];
      const course = { people: 2 * writers.length, rate: rateOf('message'), seconds, warmUpSeconds: 1 };
      const [{ latencies }, call, pages, back] = await Promise.all([
        flood(side, course),
        atRate(rateOf('call') / 2, seconds, (n) => callOf(pick(callers, n))),
        atRate(rateOf('page'), seconds, page),
        atRate(rateOf('reconnect'), seconds, (n) => reconnect(pick(restless, n))),
      ]);
      return { message: latencies, call, page: pages, reconnect: back };
    },
    close: () => agent.destroy(),
  };
}
