import { bytesOf } from '../world/media';
import { expectOnTop } from '../world/on-top';
import type { Person } from '../world/person';
import {
  attach,
  expectSameSafetyNumber,
  expectToSeeEachOther,
  hangUp,
  messagesOf,
  takeSnapshot,
  talk,
  tilesOf,
  write,
} from '../world/steps';
import { contains, readEverythingStored, type Stored } from '../world/stored';
import { expect, test } from '../world/test';

/** The default subject of a field user's call; it occurs in the list of products, and only there. */
const SUBJECT = 'Feed pump P-204';
const MESSAGES = ['The seal drips behind the coupling', 'Chiudi la valvola numero due'];
const ATTACHED = {
  name: 'readings.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('Pressure falls to 2.1 bar at night'),
};
/** A piece of a picture, long enough not to be found by chance. */
const PICTURE_PIECE = { from: 5_000, to: 5_064 };

interface Secrets {
  readonly texts: readonly string[];
  /** The attachment, the beginning of the snapshot's file (JFIF), and a piece from its middle. */
  readonly files: readonly Buffer[];
}

/** A call with a subject, messages in both directions, a file and a snapshot. */
async function exchangeSecrets(luca: Person, giulia: Person, beforeEnd: () => Promise<void>): Promise<Secrets> {
  await luca.page.getByRole('button', { name: SUBJECT, exact: true }).click();
  await talk(luca, giulia);
  const [question, answer] = MESSAGES as [string, string];
  await write(luca, question);
  await expect(await messagesOf(giulia)).toContainText([question]);
  await write(giulia, answer);
  await expect(await messagesOf(luca)).toContainText([question, answer]);
  await attach(luca, ATTACHED);
  await expectOnTop(giulia.page.getByRole('button', { name: `Download ${ATTACHED.name}` }));
  await takeSnapshot(luca);
  await expect(tilesOf(giulia).first()).toHaveAttribute('data-state', 'ready');
  const picture = await bytesOf(tilesOf(luca).first().locator('img'));
  await expectToSeeEachOther(luca, giulia);
  await beforeEnd();
  await hangUp(luca);
  await expectOnTop(giulia.page.getByRole('button', { name: 'Done' }));
  return {
    texts: [SUBJECT, ...MESSAGES],
    files: [ATTACHED.buffer, picture.subarray(0, 20), picture.subarray(PICTURE_PIECE.from, PICTURE_PIECE.to)],
  };
}

/** The places where each secret is found, in the order of the secrets. */
function findPlaces(stored: readonly Stored[], { texts, files }: Secrets): string[][] {
  return [...texts.map((text) => Buffer.from(text)), ...files].map((secret) => [
    ...new Set(stored.filter((entry) => contains(entry, secret)).map(({ where }) => where)),
  ]);
}

test.describe('sealed, as by default', () => {
  test.use({ settings: { LOG_LEVEL: 'trace' } });

  test('nothing said, written or shown in a call can be read on the server', async ({ person, server }) => {
    const giulia = await person('operator');
    const luca = await person('assisted', { device: 'phone' });

    const secrets = await exchangeSecrets(luca, giulia, async () => {
      // On a desktop and on a phone.
      for (const { page } of [giulia, luca]) {
        await page.getByRole('button', { name: 'Encrypted', exact: true }).click();
        const explained = page.getByRole('dialog', { name: 'How your messages are protected' });
        await expect(explained.getByText(/^The server keeps your keys too/)).toBeVisible();
        await explained.getByRole('button', { name: 'Close' }).click();
      }
      await expectSameSafetyNumber(giulia, luca);
    });

    const stored = await readEverythingStored(server);
    expect(stored.map(({ where }) => where)).toEqual(
      expect.arrayContaining(['public.calls.subject', 'public.call_messages.message', expect.stringMatching(/blobs/)]),
    );
    expect(findPlaces(stored, secrets)).toEqual([[], [], [], [], [], []]);
  });
});

test.describe('not sealed', () => {
  test.use({ settings: { LOG_LEVEL: 'trace', CRYPTO_SCHEMA: '0' } });

  test('the same search finds everything when the call is not encrypted', async ({ person, server }) => {
    const giulia = await person('operator');
    const luca = await person('assisted', { device: 'phone' });

    const secrets = await exchangeSecrets(luca, giulia, async () => {
      for (const { page } of [giulia, luca])
        await expect(page.getByRole('button', { name: 'Encrypted', exact: true })).toHaveCount(0);
    });

    const blob = expect.stringMatching(/blobs/);
    expect(findPlaces(await readEverythingStored(server), secrets)).toEqual([
      ['public.calls.subject'],
      ['public.call_messages.message'],
      ['public.call_messages.message'],
      [blob],
      [blob],
      [blob],
    ]);
  });
});
