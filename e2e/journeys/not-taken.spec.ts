import { signInByApi } from '../world/api';
import { audiosOf, countOwnTracks, expectTone, notesOf } from '../world/media';
import type { Person } from '../world/person';
import type { TestServer } from '../world/server';
import { expectOnTop } from '../world/on-top';
import { acceptCall, callPerson, dismissCall, expectToSeeEachOther, ringOf, talk } from '../world/steps';
import { expect, test } from '../world/test';

/** Tones by their frequencies: two notes of one frequency are busy or ringing, three rising ones «unavailable». */
const BUSY = 425;
const UNAVAILABLE = [950, 1400, 1800];
const RING = 784;

/** Ringing has one note in five seconds: four more within ten are a busy tone. */
const expectBusy = ({ page }: Person, before: number) =>
  expect
    .poll(async () => (await notesOf(page)).slice(before), { timeout: 10_000 })
    .toEqual(expect.arrayContaining([BUSY, BUSY, BUSY, BUSY]));

/** Frames of silence: MPEG 1, layer III, 128 kbit/s, 44.1 kHz, 26 ms each. */
const silence = (frames: number) =>
  Buffer.concat(
    Array.from({ length: frames }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(413)])),
  );

/** The admin uploads an audio of the company. */
async function uploadAudio(server: TestServer) {
  const device = { email: 'admin@demo.example', customCode: 'DEMO', deviceId: 'device-of-the-admin' };
  const { accessToken } = await signInByApi(server, device);
  const headers = { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' };
  const profile = await (await fetch(`${server.url}/services/contacts?profile`, { headers })).json();
  const { Id } = (profile as { data: { Company: { Id: string } } }).data.Company;
  const body = JSON.stringify({ audioBase64: silence(400).toString('base64') });
  const url = `${server.url}/services/companies/${Id}/unavailable-audio`;
  expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200);
}

test('a declined call says so with the busy tone, and is in the history as declined', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });

  await callPerson(luca, giulia);
  await expect.poll(() => notesOf(giulia.page)).toContain(RING);
  await expectTone(giulia.page, RING);
  const before = (await notesOf(luca.page)).length;
  await giulia.page.getByRole('button', { name: 'Decline' }).click();

  await expectOnTop(luca.page.getByRole('status').filter({ hasText: 'Declined' }));
  await expectBusy(luca, before);
  await expectTone(luca.page, BUSY);
  await expect(ringOf(giulia, luca)).toBeHidden();
  await dismissCall(luca);
  await expect.poll(() => countOwnTracks(luca.page)).toBe(0);
  await expect(luca.page.getByRole('list', { name: 'Recent calls' })).toContainText('Declined');
});

test('cancelling a call ends the ring on the other side, where it is listed as missed', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });

  await callPerson(luca, giulia);
  await expectOnTop(ringOf(giulia, luca));
  await luca.page.getByRole('button', { name: 'Stop calling' }).click();

  await expect(ringOf(giulia, luca)).toBeHidden();
  await expect(giulia.page.getByText('Missed').first()).toBeVisible();
  await expect.poll(() => countOwnTracks(luca.page)).toBe(0);
});

test.describe('if a call rings for two seconds', () => {
  test.use({ settings: { CALL_TIMEOUT_SECONDS: '2' } });

  test('an unanswered call ends by itself on both sides', async ({ person }) => {
    const giulia = await person('operator');
    const luca = await person('assisted', { device: 'phone' });

    await callPerson(luca, giulia);
    await expectOnTop(ringOf(giulia, luca));

    await expectOnTop(luca.page.getByRole('status').filter({ hasText: 'No answer' }));
    await expect(ringOf(giulia, luca)).toBeHidden();
    await expect(giulia.page.getByText('Missed').first()).toBeVisible();
    await dismissCall(luca);
    await expect(luca.page.getByRole('list', { name: 'Recent calls' })).toContainText('No answer');
  });
});

test('an offline target cannot be reached', async ({ person }) => {
  const luca = await person('assisted', { device: 'phone' });

  await luca.page.getByRole('button', { name: 'Call Giulia Ferri, Offline' }).click();

  await expectOnTop(luca.page.getByRole('status').filter({ hasText: 'No one can be reached' }));
  await expect.poll(() => notesOf(luca.page)).toEqual(expect.arrayContaining(UNAVAILABLE));
  await expectTone(luca.page, 1400);
  await dismissCall(luca);
  await expect(luca.page.getByRole('list', { name: 'Recent calls' })).toContainText('Not reachable');
});

test('the company’s audio for unavailable people is played', async ({ person, server }) => {
  await uploadAudio(server);
  const luca = await person('assisted', { device: 'phone' });

  await luca.page.getByRole('button', { name: 'Call Giulia Ferri, Offline' }).click();

  const path = expect.stringMatching(/^\/company-audio\/.+\.mp3$/);
  await expect.poll(() => audiosOf(luca.page)).toEqual([{ path, isHeard: true, paused: false }]);
  expect(await notesOf(luca.page)).not.toContain(UNAVAILABLE[0]);
  await dismissCall(luca);
  await expect.poll(() => audiosOf(luca.page)).toEqual([{ path, isHeard: true, paused: true }]);
});

test('an unavailable user is never rung', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await expect(luca.page.getByRole('button', { name: 'Call Giulia Ferri, Available' })).toBeVisible();

  await giulia.page.getByRole('switch', { name: 'Available' }).click();
  await luca.page.getByRole('button', { name: 'Call Giulia Ferri, Offline' }).click();

  await expectOnTop(luca.page.getByRole('status').filter({ hasText: 'No one can be reached' }));
  expect(await notesOf(giulia.page)).toEqual([]);
});

test('a target in another call is busy', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  const sara = await person('assisted2', { device: 'phone' });
  await talk(luca, giulia);

  await sara.page.getByRole('button', { name: 'Call Giulia Ferri, In a call' }).click();

  await expectOnTop(sara.page.getByRole('status').filter({ hasText: 'Already in another call' }));
  await expectBusy(sara, 0);
  await expectToSeeEachOther(luca, giulia);
  await dismissCall(sara);
  await expect(sara.page.getByRole('list', { name: 'Recent calls' })).toContainText('Busy');
});

test('a call for help rings every operator; the first to accept gets it, and the others stop ringing', async ({
  person,
}) => {
  const giulia = await person('operator');
  const marco = await person('operator2');
  const luca = await person('assisted', { device: 'phone' });
  const help = luca.page.getByRole('button', { name: /^Call for help/ });
  await expect(help).toContainText('Rings 2 operators at once');

  await help.click();
  await expectOnTop(ringOf(giulia, luca));
  await expectOnTop(ringOf(marco, luca));
  await acceptCall(marco);

  await expect(ringOf(giulia, luca)).toBeHidden();
  await expectToSeeEachOther(luca, marco);
  await expect(giulia.page.getByText('Answered by Marco').first()).toBeVisible();
});
