/** Calls by the server's own relay, beside calls without it by the same people. */
import { freePort } from '@earth/e2e/world/server';
import { byTurns, timesOf } from '../alternate';
import { openPerson, withServers } from '../browsers';
import type { Figure } from '../figures';
import { isRelayed, prepareRelay, relayOnly } from './relayed';
import { measureSetup, product, type Setup } from './set-up';

const ROUNDS = 10;
const GOAL = 1.5;
/** The time from accept to the first picture on both sides, in ms. */
async function measure(setup: Setup, onlyByRelay: boolean): Promise<number> {
  for (const page of [setup.caller, setup.callee]) await relayOnly(page, onlyByRelay);
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
    const assisted = await openPerson(servers, 'assisted', prepareRelay);
    const operator = await openPerson(servers, 'operator', prepareRelay);
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
