/** What calls cost the server that carries them: the app's own relay, or a LiveKit server. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Role } from '@earth/e2e/world/cast';
import { prepareLiveKit } from '@earth/e2e/world/livekit';
import { bytesReceived, countConnections, slowCameras } from '@earth/e2e/world/media';
import { freePort } from '@earth/e2e/world/server';
import type { Person } from '@earth/e2e/world/person';
import type { Page } from '@playwright/test';
import { acceptCall } from '@earth/e2e/world/steps';
import { openPerson, type Servers, startCall, withServers } from '../browsers';
import type { Figure } from '../figures';
import { isRelayed, prepareRelay, relayOnly } from './relayed';

/** Encoders have found their bitrate. */
const SETTLE_MS = 10_000;
const ROUNDS = 5;
const ROUND_MS = 5_000;
const ROLES = ['assisted', 'operator', 'operator2', 'assisted2'] as const satisfies readonly Role[];
/** Of the kernel's clock ticks, in which it reports processor time (`sysconf(_SC_CLK_TCK)`). */
const TICKS_PER_SECOND = 100;

/** The processor time of a process and its threads so far, in seconds. */
function busySeconds(pid: number): number {
  // The name in brackets may contain spaces. User and system time are the 14th and 15th fields of all (proc(5)).
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function measure(what: string, pid: number, people: readonly Person[]): Promise<readonly Figure[]> {
  await pause(SETTLE_MS);
  const busy: number[] = [];
  const rates: number[] = [];
  const read = async () => {
    const bytes = await Promise.all(people.map(({ page }) => bytesReceived(page)));
    return { busy: busySeconds(pid), bytes: bytes.reduce((sum, one) => sum + one, 0), at: performance.now() };
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await read();
    await pause(ROUND_MS);
    const after = await read();
    const seconds = (after.at - before.at) / 1_000;
    busy.push((100 * (after.busy - before.busy)) / seconds);
    rates.push(((after.bytes - before.bytes) * 8) / 1e6 / seconds);
  }
  return [
    { what: `${what}, of a core`, values: busy, unit: '%' },
    { what: `${what}, sent out`, values: rates, unit: 'Mbit/s' },
    { what: `${what}, of a core for each Mbit/s`, values: busy.map((one, at) => one / (rates[at] ?? 1)), unit: '%' },
  ];
}

async function openPeople(servers: Servers, count: number): Promise<[Person, Person, ...Person[]]> {
  const people: Person[] = [];
  for (const role of ROLES.slice(0, count))
    people.push(await openPerson(servers, role, (page) => page.addInitScript(slowCameras)));
  const [caller, callee, ...others] = people;
  if (!caller || !callee) throw new Error('There are at least two people');
  return [caller, callee, ...others];
}

async function measureRelay(): Promise<readonly Figure[]> {
  const settings = { TURN_PORT: String(await freePort()) };
  return await withServers('call', { settings }, async (servers) => {
    const prepare = async (page: Page) => {
      await prepareRelay(page);
      await page.addInitScript(slowCameras);
    };
    const assisted = await openPerson(servers, 'assisted', prepare);
    const operator = await openPerson(servers, 'operator', prepare);
    for (const { page } of [assisted, operator]) await relayOnly(page, true);
    await startCall(assisted, operator);
    if (!(await isRelayed(assisted.page))) throw new Error('The call does not go by the relay');
    return await measure('two people by the relay', servers.server.pid, [assisted, operator]);
  });
}

async function measureLiveKit(): Promise<readonly Figure[]> {
  if (!process.env['LIVEKIT_SERVER']) {
    console.log('  LiveKit skipped: livekit-server is not installed, nor is Go to build it');
    return [];
  }
  const livekit = await prepareLiveKit();
  try {
    await livekit.start();
    return await withServers('call', { settings: livekit.settings }, async (servers) => {
      const [caller, callee, ...others] = await openPeople(servers, ROLES.length);
      await startCall(caller, callee);
      const two = await measure('two people by LiveKit', livekit.pid, [caller, callee]);
      for (const other of others) {
        await callee.page.getByRole('button', { name: 'Add person' }).click();
        await callee.page.getByRole('button', { name: `Add ${other.name}` }).click();
        await acceptCall(other);
      }
      // A page that cannot reach LiveKit would have a connection to each other one.
      if ((await countConnections(callee.page)) !== 1) throw new Error('The call does not go by LiveKit');
      const four = await measure('four people by LiveKit', livekit.pid, [caller, callee, ...others]);
      return [...two, ...four];
    });
  } finally {
    await livekit.kill();
  }
}

export const measureCarried = async (): Promise<readonly Figure[]> => [
  ...(await measureRelay()),
  ...(await measureLiveKit()),
];
