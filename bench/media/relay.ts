/** Calls by the server's own relay, beside calls without it by the same people. */
import { fileURLToPath } from 'node:url';
import { freePort } from '@earth/e2e/world/server';
import type { Page } from '@playwright/test';
import { byTurns, timesOf } from '../alternate';
import { openPerson, withServers } from '../browsers';
import type { Figure } from '../figures';
import { measureSetup, product, putClock, type Setup } from './set-up';

const ROUNDS = 10;
const GOAL = 1.5;
const RELAY_ONLY = fileURLToPath(new URL('relay-only.js', import.meta.url));

declare global {
  interface Window {
    /** See `relay-only.js`. */
    onlyByRelay: boolean;
  }
}

async function prepare(page: Page) {
  await putClock(page);
  await page.addInitScript({ path: RELAY_ONLY });
}

/** Whether the call goes by the relay. */
const isRelayed = (page: Page) =>
  page.evaluate(async () => {
    const connection = window.testConnections.findLast(({ connectionState }) => connectionState === 'connected');
    const reports = [...((await connection?.getStats())?.values() ?? [])] as (RTCIceCandidatePairStats & {
      readonly candidateType?: string;
    })[];
    const pair = reports.find(
      ({ type, nominated, state }) => type === 'candidate-pair' && nominated && state === 'succeeded',
    );
    return reports.find(({ id }) => id === pair?.localCandidateId)?.candidateType === 'relay';
  });

/** The time from accept to the first picture on both sides, in ms. */
async function measure(setup: Setup, onlyByRelay: boolean): Promise<number> {
  for (const page of [setup.caller, setup.callee])
    await page.evaluate((isSo) => {
      window.onlyByRelay = isSo;
    }, onlyByRelay);
  const { picture } = await measureSetup({
    ...setup,
    async end() {
      if (onlyByRelay && !(await isRelayed(setup.caller))) throw new Error('The call does not go by the relay');
      await setup.end();
    },
  });
  return picture;
}

export async function measureRelay(): Promise<readonly Figure[]> {
  const settings = { TURN_PORT: String(await freePort()) };
  return await withServers('call', { settings }, async (servers) => {
    const assisted = await openPerson(servers, 'assisted', prepare);
    const operator = await openPerson(servers, 'operator', prepare);
    const setup = product(assisted, operator);
    const { ours, theirs } = await byTurns(ROUNDS, {
      ours: () => measure(setup, true),
      theirs: () => measure(setup, false),
    });
    const what = 'accept to first picture on both';
    return [
      { what: `${what}, direct`, values: theirs, unit: 'ms' },
      { what: `${what}, by the relay`, values: ours, unit: 'ms' },
      { ...timesOf({ ours, theirs }, 'direct', what, GOAL), what: `${what}, by the relay / direct` },
    ];
  });
}
