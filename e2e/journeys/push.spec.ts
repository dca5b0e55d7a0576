/** Pushes while the app is closed: the notification's text, and where it leads. */
import { inspect } from '../world/inspect';
import type { Person } from '../world/person';
import { listenForPushes, type Notices, readTokenFor } from '../world/push';
import { callPerson, expectToSeeEachOther, ringOf } from '../world/steps';
import { expectOnTop } from '../world/on-top';
import { expect, test } from '../world/test';

test.use({ browserKind: 'whole', serviceWorkers: 'allow' });

const TEXT = 'The seal of pump 2 drips';

/** A page that is not the app: it neither rings nor shows messages. */
const leaveApp = ({ page }: Person) => page.goto('/docs/');

async function writeTo({ page }: Person, other: Person, text: string) {
  await page.goto('/people');
  await page.getByRole('button', { name: `Message ${other.name}` }).click();
  const field = page.getByRole('textbox', { name: /^Message/ });
  await field.fill(text);
  await field.press('Enter');
  await expect(page.getByRole('log').getByRole('listitem').filter({ hasText: text })).toContainText(/Sent|Delivered/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

const expectShown = (notices: Notices, line: string) => expect.poll(() => notices.shown()).toEqual([line]);

test('a message that arrives while the app is closed is shown in its notification, and a click opens the room', async ({
  server,
  person,
}) => {
  const giulia = await person('operator');
  const luca = await person('assisted');
  const notices = await listenForPushes(giulia, server);
  const roomUniqueId = await writeTo(luca, giulia, TEXT);
  const push = {
    messageType: 'RoomMessage',
    messageContent: {
      RoomUniqueId: roomUniqueId,
      Sender: { UniqueId: roomUniqueId, Name: luca.name },
      Date: new Date().toISOString(),
    },
  };
  const readToken = await readTokenFor(server, giulia, roomUniqueId);
  await leaveApp(giulia);
  await notices.push({ ...push, readToken });
  await expectShown(notices, `${luca.name}: ${TEXT}`);

  // Nothing can be read without the push's token.
  await notices.push({ ...push, readToken: `${readToken.slice(0, -4)}AAAA` });
  await expectShown(notices, `${luca.name}: New message`);

  await giulia.page.goto('/settings');
  await giulia.page.getByRole('switch', { name: 'Show message text' }).click();
  await leaveApp(giulia);
  await notices.push({ ...push, readToken });
  await expectShown(notices, `${luca.name}: New message`);

  await giulia.page.goto('/people');
  await expect(giulia.page.getByRole('heading', { name: 'People' })).toBeVisible();
  await notices.press();
  await expect(giulia.page.getByRole('heading', { name: luca.name })).toBeVisible();
  await expectOnTop(giulia.page.getByRole('log').getByText(TEXT));
  await expect.poll(() => notices.shown()).toEqual([]);

  // The list shows what arrived, a repeated message once; the clicked one is read.
  await giulia.page.goto('/notifications');
  const row = giulia.page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(/New message$/);
  await expect(row.getByRole('link', { name: luca.name, exact: true })).toHaveAttribute(
    'href',
    `/rooms/${roomUniqueId}`,
  );
  await inspect(giulia.page);
  await giulia.page.getByRole('button', { name: 'Clear all' }).click();
  await expect(giulia.page.getByText('No notifications yet')).toBeVisible();
  await inspect(giulia.page);
});

test.describe('a call', () => {
  test.use({ settings: { CALL_TIMEOUT_SECONDS: '120' } });

  test('rings in its notification, and «Accept» there opens the call', async ({ server, person }) => {
    const giulia = await person('operator');
    const luca = await person('assisted', { device: 'phone' });
    const notices = await listenForPushes(giulia, server);
    const ringing = luca.page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/services/calls'),
    );
    await callPerson(luca, giulia);
    await expectOnTop(ringOf(giulia, luca));
    const { data } = (await (await ringing).json()) as { data: { Call: { UniqueId: string } } };
    const callUniqueId = data.Call.UniqueId;
    await leaveApp(giulia);
    await notices.push({
      messageType: 'IncomingCall',
      messageContent: {
        Call: {
          UniqueId: callUniqueId,
          CallerUniqueId: callUniqueId,
          StartDate: new Date().toISOString(),
          RingsUntil: new Date(Date.now() + 60_000).toISOString(),
          CryptoSchema: 1,
        },
        Caller: { UniqueId: callUniqueId, Name: luca.name },
      },
    });
    await expectShown(notices, `${luca.name}: Incoming call`);
    expect(await notices.actions()).toEqual(['Accept', 'Decline']);

    await giulia.page.goto('/');
    await expectOnTop(ringOf(giulia, luca));
    await notices.press('accept');
    await expectToSeeEachOther(giulia, luca);
    await expect.poll(() => notices.shown()).toEqual([]);
  });
});
