/** Calls in the mobile shell: the phone rings and answers, and the page follows. */
import type { Page } from '@playwright/test';
import { inspect } from '../world/inspect';
import { type NativePlugin, putInShell } from '../world/shell';
import { callPerson, expectToSeeEachOther, hangUp, ringOf } from '../world/steps';
import type { Person } from '../world/person';
import type { TestServer } from '../world/server';
import { expect, test, type World } from '../world/test';

declare global {
  interface Window {
    /** How many notes the page has played. */
    notes: number;
  }
}

interface Told {
  readonly method: string;
  readonly callId: unknown;
  readonly reason: unknown;
}

/** A phone on which calls ring. */
function createPhone() {
  const told: Told[] = [];
  const note = (method: string) => [
    method,
    ({ callId, reason }: Readonly<Record<string, unknown>>) => void told.push({ method, callId, reason }),
  ];
  const Telephone = Object.fromEntries(
    ['register', 'ring', 'start', 'connect', 'end', 'endAll', 'setMuted', 'setCallScreen'].map(note),
  ) as NativePlugin;
  const getRoutes = () => ({ routes: ['earpiece', 'bluetooth', 'speaker'], chosen: 'speaker' });
  const sound = { getRoutes, setRoute: () => undefined };
  return {
    told,
    plugins: { App: { getState: () => ({ isActive: true }) }, Telephone: { ...Telephone, ...sound } },
    /** The id of the call that rings. */
    async ringing(): Promise<string> {
      await expect.poll(() => told.some(({ method }) => method === 'ring')).toBe(true);
      return String(told.findLast(({ method }) => method === 'ring')?.callId);
    },
  };
}

const countNotes = (page: Page) =>
  page.addInitScript(() => {
    window.notes = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function play(...given) {
      window.notes += 1;
      start.apply(this, given);
    };
  });

/** The app of a person who is signed in already, loaded anew in the shell. */
async function openInShell(person: Person, server: TestServer) {
  const phone = createPhone();
  await countNotes(person.page);
  // Web views have no loudspeakers to choose from.
  await person.page.addInitScript(() => void Reflect.deleteProperty(HTMLMediaElement.prototype, 'setSinkId'));
  const shell = await putInShell(person.page, server.url, phone.plugins);
  await person.page.goto('/');
  await expect.poll(() => shell.calls).toContain('Telephone.addListener answered');
  return { phone, shell };
}

/** An operator calls a field user, whose phone rings. */
async function ring(server: TestServer, person: World['person']) {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  const { phone, shell } = await openInShell(luca, server);
  await callPerson(giulia, luca);
  return { giulia, luca, phone, shell, callId: await phone.ringing() };
}

test('A4.13, A4.19: a call rings on the phone and not in the page, is answered there, and ends there when the caller hangs up', async ({
  server,
  person,
}) => {
  const { giulia, luca, phone, shell, callId } = await ring(server, person);
  await expect(ringOf(luca, giulia)).toBeVisible();
  await shell.emit('Telephone', 'answered', { callId });
  await expectToSeeEachOther(giulia, luca);
  expect(await luca.page.evaluate(() => window.notes)).toBe(0);
  expect(phone.told.filter(({ method }) => method === 'connect')).toMatchObject([{ callId }]);

  // On a headset.
  await shell.emit('Telephone', 'muted', { callId, isMuted: true });
  await expect(luca.page.getByRole('button', { name: 'Unmute' })).toBeVisible();

  await luca.page.getByRole('button', { name: 'More' }).click();
  await luca.page.getByRole('button', { name: 'Devices' }).click();
  const sound = luca.page.getByRole('combobox', { name: 'Speaker' });
  await expect(sound).toHaveValue('speaker');
  await inspect(luca.page);
  await sound.selectOption('Phone');
  await expect.poll(() => shell.calls).toContain('Telephone.setRoute');

  await hangUp(giulia);
  await expect.poll(() => phone.told).toContainEqual({ method: 'end', callId, reason: 'remote' });
});

test('A4.13: a call that was answered on the phone while the app was closed is accepted as soon as the page is there', async ({
  server,
  person,
}) => {
  const { giulia, luca, shell, callId } = await ring(server, person);
  await luca.page.goto('/robots.txt');
  shell.retain('Telephone', 'answered', { callId });
  await luca.page.goto('/');
  await expectToSeeEachOther(giulia, luca);

  // In the car.
  await shell.emit('Telephone', 'ended', { callId });
  await expect(giulia.page.getByRole('button', { name: 'Done' })).toBeVisible();
});

test('A4.13: a call that is declined on the phone is declined', async ({ server, person }) => {
  const { giulia, luca, shell, callId } = await ring(server, person);
  await luca.page.goto('/robots.txt');
  shell.retain('Telephone', 'declined', { callId });
  await luca.page.goto('/');
  await expect(giulia.page.getByText('Declined', { exact: true }).first()).toBeVisible();
  await expect(ringOf(luca, giulia)).toBeHidden();
});
