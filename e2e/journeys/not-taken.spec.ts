import { countOwnTracks, notesOf } from '../world/media';
import { acceptCall, callPerson, dismissCall, expectToSeeEachOther, ringOf, talk } from '../world/steps';
import { expect, test } from '../world/test';

/** The tones by their frequencies: two notes of one frequency are a busy tone or a call, three rising ones «unavailable». */
const BUSY = 425;
const UNAVAILABLE = [950, 1400, 1800];
const RING = 784;

test('a declined call says so, with the busy tone, and is kept as declined', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });

  await callPerson(luca, giulia);
  await expect.poll(() => notesOf(giulia.page)).toContain(RING);
  await giulia.page.getByRole('button', { name: 'Decline' }).click();

  await expect(luca.page.getByRole('status').filter({ hasText: 'Declined' })).toBeVisible();
  await expect.poll(() => notesOf(luca.page)).toContain(BUSY);
  await expect(ringOf(giulia, luca)).toBeHidden();
  await dismissCall(luca);
  await expect.poll(() => countOwnTracks(luca.page)).toBe(0);
  await expect(luca.page.getByRole('list', { name: 'Recent calls' })).toContainText('Declined');
});

test('who stops calling ends the ring on the other side, where the call stays as missed', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });

  await callPerson(luca, giulia);
  await expect(ringOf(giulia, luca)).toBeVisible();
  await luca.page.getByRole('button', { name: 'Stop calling' }).click();

  await expect(ringOf(giulia, luca)).toBeHidden();
  await expect(giulia.page.getByText('Missed').first()).toBeVisible();
  await expect.poll(() => countOwnTracks(luca.page)).toBe(0);
});

test.describe('where a call rings for two seconds', () => {
  test.use({ settings: { CALL_TIMEOUT_SECONDS: '2' } });

  test('a call that nobody answers ends by itself on both sides', async ({ person }) => {
    const giulia = await person('operator');
    const luca = await person('assisted', { device: 'phone' });

    await callPerson(luca, giulia);
    await expect(ringOf(giulia, luca)).toBeVisible();

    await expect(luca.page.getByRole('status').filter({ hasText: 'No answer' })).toBeVisible();
    await expect(ringOf(giulia, luca)).toBeHidden();
    await expect(giulia.page.getByText('Missed').first()).toBeVisible();
    await dismissCall(luca);
    await expect(luca.page.getByRole('list', { name: 'Recent calls' })).toContainText('No answer');
  });
});

test('somebody who is offline cannot be reached: the words say so, and the tone', async ({ person }) => {
  const luca = await person('assisted', { device: 'phone' });

  await luca.page.getByRole('button', { name: 'Call Giulia Ferri, Offline' }).click();

  await expect(luca.page.getByRole('status').filter({ hasText: 'Nobody can be reached' })).toBeVisible();
  await expect.poll(() => notesOf(luca.page)).toEqual(expect.arrayContaining(UNAVAILABLE));
  await dismissCall(luca);
  await expect(luca.page.getByRole('list', { name: 'Recent calls' })).toContainText('Not reachable');
});

test('who has chosen not to be available never rings', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await expect(luca.page.getByRole('button', { name: 'Call Giulia Ferri, Available' })).toBeVisible();

  await giulia.page.getByRole('switch', { name: 'Available' }).click();
  await luca.page.getByRole('button', { name: 'Call Giulia Ferri, Offline' }).click();

  await expect(luca.page.getByRole('status').filter({ hasText: 'Nobody can be reached' })).toBeVisible();
  expect(await notesOf(giulia.page)).toEqual([]);
});

test('somebody in another call is busy: the words say so, and the tone, and that call goes on', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  const sara = await person('assisted2', { device: 'phone' });
  await talk(luca, giulia);

  await sara.page.getByRole('button', { name: 'Call Giulia Ferri, In a call' }).click();

  await expect(sara.page.getByRole('status').filter({ hasText: 'Already in another call' })).toBeVisible();
  await expect.poll(() => notesOf(sara.page)).toContain(BUSY);
  await expectToSeeEachOther(luca, giulia);
  await dismissCall(sara);
  await expect(sara.page.getByRole('list', { name: 'Recent calls' })).toContainText('Busy');
});

test('a call for help rings every operator; the first who accepts has it, and the others stop ringing', async ({
  person,
}) => {
  const giulia = await person('operator');
  const marco = await person('operator2');
  const luca = await person('assisted', { device: 'phone' });
  const help = luca.page.getByRole('button', { name: /^Call for help/ });
  await expect(help).toContainText('Rings 2 operators at once');

  await help.click();
  await expect(ringOf(giulia, luca)).toBeVisible();
  await expect(ringOf(marco, luca)).toBeVisible();
  await acceptCall(marco);

  await expect(ringOf(giulia, luca)).toBeHidden();
  await expectToSeeEachOther(luca, marco);
  await expect(giulia.page.getByText('Taken by Marco').first()).toBeVisible();
});
