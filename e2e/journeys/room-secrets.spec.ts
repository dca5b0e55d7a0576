/** Whether a server stores anything readable of what people write, attach and are notified of in a room. */
import type { Person } from '../world/person';
import { carryClosedDevice } from '../world/pushed';
import { lineOf, roomOf, writeInRoom } from '../world/rooms';
import { readableSecrets } from '../world/secrets';
import type { TestServer } from '../world/server';
import { chooseFiles } from '../world/steps';
import { contains, readEverythingStored, type Stored } from '../world/stored';
import { expect, test } from '../world/test';

const SUBJECT = 'Turbine hall, night shift';
const MESSAGES = ['The bearing of turbine four is cracked', 'Chiudi il vapore e chiama la portineria'] as const;
const SHEET = { name: 'readings.txt', mimeType: 'text/plain', buffer: Buffer.from('Vibration 11.4 mm/s at bearing 4') };
/** A piece of a picture, long enough not to be found by chance. */
const PIECE = [5_000, 5_064] as const;

const read = (person: Person, text: string) => expect(lineOf(person, text)).toBeVisible();

/** A named group, messages in both directions, a file and a picture; the second person has another device with a closed app. */
async function talkInGroup(server: TestServer, giulia: Person, luca: Person): Promise<readonly Buffer[]> {
  await carryClosedDevice(server, luca);
  await giulia.page.goto('/rooms');
  await giulia.page.getByRole('button', { name: 'New chat' }).click();
  for (const name of [luca.name, 'Marco Bassi']) await giulia.page.getByRole('checkbox', { name }).check();
  await giulia.page.getByRole('textbox', { name: 'Group name' }).fill(SUBJECT);
  await giulia.page.getByRole('button', { name: 'Create group' }).click();
  await expect(giulia.page.getByRole('heading', { name: SUBJECT })).toBeVisible();
  await writeInRoom(giulia, MESSAGES[0]);
  await luca.page.goto('/rooms');
  await roomOf(luca, SUBJECT).getByRole('link').click();
  await read(luca, MESSAGES[0]);
  await writeInRoom(luca, MESSAGES[1]);
  await read(giulia, MESSAGES[1]);
  const picture = { name: 'bearing.png', mimeType: 'image/png', buffer: await giulia.page.screenshot() };
  await chooseFiles(giulia, SHEET, picture);
  await expect(luca.page.getByRole('button', { name: `Download ${SHEET.name}` })).toBeVisible();
  await expect(luca.page.getByRole('img', { name: picture.name })).toBeVisible();
  const texts = [SUBJECT, ...MESSAGES].map((text) => Buffer.from(text));
  return [...texts, SHEET.buffer, picture.buffer.subarray(...PIECE)];
}

/** The places where each secret is found, in the order of the secrets. */
const findPlaces = (stored: readonly Stored[], secrets: readonly Buffer[]) =>
  secrets.map((secret) => [...new Set(stored.filter((entry) => contains(entry, secret)).map(({ where }) => where))]);

for (const scheme of ['1', '2'])
  test.describe(`sealed under scheme ${scheme}`, () => {
    test.use({ settings: { LOG_LEVEL: 'trace', CRYPTO_SCHEMA: scheme } });

    test('nothing of a room can be read in the database, the files, the log or the pushes', async ({
      person,
      server,
    }) => {
      const giulia = await person('operator');
      const luca = await person('assisted', { device: 'phone' });

      const secrets = await talkInGroup(server, giulia, luca);

      const stored = await readEverythingStored(server);
      const places = stored.map(({ where }) => where);
      for (const place of ['public.rooms.subject', 'public.room_messages.message', 'public.pushed.content'])
        expect(places).toContain(place);
      expect(places).toContainEqual(expect.stringMatching(/blobs/));
      expect(findPlaces(stored, secrets)).toEqual([[], [], [], [], []]);
    });
  });

test.describe('not sealed', () => {
  test.use({ settings: { LOG_LEVEL: 'trace', CRYPTO_SCHEMA: '0' } });

  test('the same search finds everything when rooms are not encrypted, and the sender in the pushes', async ({
    person,
    server,
  }) => {
    const giulia = await person('operator');
    const luca = await person('assisted', { device: 'phone' });

    const secrets = await talkInGroup(server, giulia, luca);

    const stored = await readEverythingStored(server);
    const blob = expect.stringMatching(/blobs/);
    expect(findPlaces(stored, secrets)).toEqual([
      ['public.rooms.subject'],
      ['public.room_messages.message'],
      ['public.room_messages.message'],
      [blob],
      expect.arrayContaining([blob]),
    ]);
    expect(findPlaces(stored, [Buffer.from(giulia.name)])[0]).toContain('public.pushed.content');
    // The search at the end of every journey would find it too.
    const readable = (await readableSecrets(server)).map((line) => line.split(':')[0]);
    expect(new Set(readable)).toEqual(new Set([...MESSAGES, 'attached file 1', 'attached file 2']));
  });
});
