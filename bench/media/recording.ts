/** What a recording costs the browser that makes it, beside the same call without one. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Person } from '@earth/e2e/world/person';
import { byTurns, type Turns } from '../alternate';
import { openPerson, startCall, withServers } from '../browsers';
import type { Figure } from '../figures';
import { watchBusy } from './busy';

const ROUNDS = 5;
/** A recording, or its end, has settled. */
const SETTLE_MS = 3_000;
const MEASURE_MS = 15_000;
/** Percent of a core. */
const GOAL = 50;

/** In percent of a core. */
async function measureBusy(busySeconds: () => Promise<number>): Promise<number> {
  await pause(SETTLE_MS);
  const [since, start] = [await busySeconds(), performance.now()];
  await pause(MEASURE_MS);
  const spent = (await busySeconds()) - since;
  return (100_000 * spent) / (performance.now() - start);
}

/** Makes a recording, to which the other agrees. */
async function whileRecording<T>(maker: Person, other: Person, work: () => Promise<T>): Promise<T> {
  await maker.page.getByRole('button', { name: 'Record the call' }).click();
  await other.page.getByRole('button', { name: 'Agree', exact: true }).click();
  const sign = maker.page.getByText('Recording', { exact: true }).filter({ visible: true });
  await sign.first().waitFor();
  const result = await work();
  await maker.page.keyboard.press('r');
  await sign.first().waitFor({ state: 'detached' });
  return result;
}

const none = () => Promise.resolve();

export async function measureRecording(): Promise<readonly Figure[]> {
  const { ours, theirs }: Turns<number> = await withServers('call', {}, async (servers) => {
    const assisted = await openPerson(servers, 'assisted', none);
    const operator = await openPerson(servers, 'operator', none);
    await startCall(assisted, operator);
    const busySeconds = await watchBusy(operator.browser);
    return await byTurns(ROUNDS, {
      ours: () => whileRecording(operator, assisted, () => measureBusy(busySeconds)),
      theirs: () => measureBusy(busySeconds),
    });
  });
  const what = 'of a core, the browser of who records';
  return [
    { what: `${what}, without recording`, values: theirs, unit: '%' },
    { what: `${what}, recording`, values: ours, unit: '%' },
    {
      what: `${what}, more when recording`,
      values: ours.map((busy, round) => busy - (theirs[round] ?? 0)),
      unit: '%',
      goal: GOAL,
    },
  ];
}
