import { expectFramesToRise, readFrameNumber } from '../world/media';
import {
  acceptCall,
  callPerson,
  expectToSeeEachOther,
  hangUp,
  meetInCall,
  messagesOf,
  ringOf,
  shownSnapshotOf,
  stageOf,
  takeSnapshot,
  talk,
  tilesOf,
  write,
} from '../world/steps';
import { expectOnTop } from '../world/on-top';
import { expect, test } from '../world/test';

for (const who of ['field user', 'operator'] as const)
  test(`the ${who} reloads the page during a call and returns to it, live and while a snapshot is shown`, async ({
    person,
  }) => {
    const { giulia, luca } = await meetInCall(person);
    await write(luca, 'Written before');
    await takeSnapshot(luca);
    const [one, other] = who === 'operator' ? [giulia, luca] : [luca, giulia];

    await one.page.reload();

    await expectToSeeEachOther(luca, giulia);
    await expect(await messagesOf(one)).toContainText(['Written before']);
    await expect(tilesOf(one)).toHaveCount(1);
    await write(one, 'Written after');
    await expect(await messagesOf(other)).toContainText(['Written before', 'Written after']);

    await tilesOf(giulia).first().click();
    await expect(stageOf(luca)).toHaveAttribute('data-mode', 'annotations');
    const frame = await readFrameNumber(shownSnapshotOf(giulia));

    await one.page.reload();

    await expect(stageOf(one)).toHaveAttribute('data-mode', 'annotations');
    await expect.poll(() => readFrameNumber(shownSnapshotOf(one))).toEqual(frame);
    await expect(stageOf(other)).toHaveAttribute('data-mode', 'annotations');
    await giulia.page.keyboard.press('Escape');
    for (const person of [giulia, luca]) await expect(stageOf(person)).toHaveAttribute('data-mode', 'live');
  });

test('a callee who reloads during the ring can still accept', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await callPerson(luca, giulia);
  await expectOnTop(ringOf(giulia, luca));

  await giulia.page.reload();
  await expectOnTop(ringOf(giulia, luca));
  await acceptCall(giulia);

  await expectToSeeEachOther(luca, giulia);
});

test('two devices of one user ring: declining on one stops the other, and so does accepting', async ({ person }) => {
  const desk = await person('operator');
  const phone = await person('operator', { device: 'phone' });
  const luca = await person('assisted', { device: 'phone' });

  await callPerson(luca, desk);
  await expectOnTop(ringOf(desk, luca));
  await expectOnTop(ringOf(phone, luca));
  await phone.page.getByRole('button', { name: 'Decline' }).click();
  await expect(ringOf(desk, luca)).toBeHidden();
  await expectOnTop(luca.page.getByRole('status').filter({ hasText: 'Declined' }));

  await luca.page.getByRole('button', { name: 'Call again' }).click();
  await expectOnTop(ringOf(desk, luca));
  await acceptCall(phone);
  await expect(ringOf(desk, luca)).toBeHidden();
  await expectToSeeEachOther(luca, phone);
  await expect(stageOf(desk)).toHaveCount(0);
});

test('two tabs of one browser ring; when one accepts, the other stops', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  const tab = { ...giulia, page: await giulia.page.context().newPage() };
  await tab.page.goto('/');
  await expect(tab.page.getByRole('navigation').first()).toBeVisible();

  await callPerson(luca, giulia);
  await expectOnTop(ringOf(giulia, luca));
  await expectOnTop(ringOf(tab, luca));
  await acceptCall(giulia);

  await expect(ringOf(tab, luca)).toBeHidden();
  await expect(stageOf(tab)).toHaveCount(0);
  await expectToSeeEachOther(luca, giulia);
});

test('a second tab neither ends the call nor takes it over by itself', async ({ person }) => {
  const { giulia, luca } = await meetInCall(person);

  const tab = await giulia.page.context().newPage();
  await tab.goto('/');
  await expect(tab.getByRole('navigation').first()).toBeVisible();
  await giulia.page.bringToFront();

  await expectToSeeEachOther(luca, giulia);
});

for (const end of ['stop', 'kill'] as const)
  test(`while the server is down for a while (${end}), video goes on, and no message is lost or duplicated`, async ({
    person,
    server,
  }) => {
    const giulia = await person('operator');
    const luca = await person('assisted', { device: 'phone' });
    await talk(luca, giulia);
    await write(luca, 'Accepted before');
    await expect(await messagesOf(giulia)).toContainText(['Accepted before']);
    // It is shown before the server has received it.
    await expect(await messagesOf(luca)).toContainText(/Sent|Delivered|Read/);

    await server[end]();
    await expectOnTop(giulia.page.getByText('Can’t reach the server. The call continues'));
    await expectFramesToRise(giulia.page);
    await expectFramesToRise(luca.page);
    await write(giulia, 'Written meanwhile');
    await server.start();

    await expect(giulia.page.getByText('Can’t reach the server. The call continues')).toBeHidden();
    for (const someone of [luca, giulia]) {
      await expect(await messagesOf(someone)).toContainText(['Accepted before', 'Written meanwhile']);
      await expect(await messagesOf(someone)).toHaveCount(2);
    }
    await expectToSeeEachOther(luca, giulia);
    await luca.page.reload();
    await expect(await messagesOf(luca)).toHaveCount(2);
    await expectToSeeEachOther(luca, giulia);
    await hangUp(luca);
    await expectOnTop(giulia.page.getByRole('status').filter({ hasText: '2 messages' }));
  });

test('closing the page ends the call soon, without waiting for the connection to time out', async ({ person }) => {
  const { giulia, luca } = await meetInCall(person);
  await luca.page.close();
  // The server waits ten seconds for a reload; the connection would time out after forty.
  await expectOnTop(giulia.page.getByRole('button', { name: 'Done' }));
});
