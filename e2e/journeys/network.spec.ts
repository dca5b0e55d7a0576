/** Calls over networks that break, as routers and phones break them: nobody is told. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  type BreakableNetwork,
  canBreakNetworks,
  createBreakableNetwork,
  type Direction,
  HOST_ADDRESS,
} from '../world/network';
import type { Person } from '../world/person';
import { countConnections, expectWholeSound } from '../world/media';
import { expectOnTop } from '../world/on-top';
import { expectToSeeEachOther, hangUp, remoteVideoOf, talk } from '../world/steps';
import { expect, test, type World } from '../world/test';
import { waysOf } from '../world/ways';

test.skip(!canBreakNetworks(), 'needs Linux, root, iproute2, nftables and procps, to break a network');
// The shell takes no page without HTTPS for a safe one.
test.use({ settings: { HOST: HOST_ADDRESS }, browserKind: 'whole' });

let network: BreakableNetwork;
test.beforeEach(async () => {
  network = await createBreakableNetwork();
});
test.afterEach(() => network.close());

/** The field user is in the network that can break. */
async function meet(person: World['person']) {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone', network });
  await talk(luca, giulia);
  return { giulia, luca };
}

const reconnecting = ({ page }: Person) => page.getByText('Reconnecting…').first();

const good = ({ page }: Person) => page.getByText('Good connection').first();
const weak = ({ page }: Person) => page.getByText(/^(Weak connection|Your connection is weak)/).first();
const reduced = ({ page }: Person) => page.getByText(/^Weak connection: (your )?(the )?video/).first();

const framesShown = (person: Person) =>
  remoteVideoOf(person).evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);

/** Shown, not only decoded: a browser can decode a picture that it no longer gives to the element. */
async function expectPicturesAgain(people: readonly Person[]) {
  const before = await Promise.all(people.map(framesShown));
  const areShown = async () =>
    (await Promise.all(people.map(framesShown))).every((frames, index) => frames > (before[index] ?? 0) + 15);
  // Without the silence being noticed, a changed address takes 27 to 30 seconds.
  await expect.poll(areShown, { timeout: 20_000, intervals: [200] }).toBe(true);
}

test('a device whose address changes has its picture back long before the link would be lost', async ({ person }) => {
  const { giulia, luca } = await meet(person);
  for (const one of [giulia, luca]) await expect(reconnecting(one)).toBeHidden();

  network.move();

  // Not the words: it may be over before the next look at them.
  await expectPicturesAgain([giulia, luca]);
  await expectToSeeEachOther(luca, giulia);
  for (const one of [giulia, luca]) {
    await expect(reconnecting(one)).toBeHidden();
    await expect(one.page.getByTestId('remote-video')).toHaveCount(1);
  }
});

for (const seconds of [5, 20])
  test(`a cut of ${seconds} seconds is told on both sides while it lasts, and the same two people go on with their call`, async ({
    person,
  }) => {
    const { giulia, luca } = await meet(person);
    const people = [giulia, luca];

    network.cut();
    const lasting = pause(seconds * 1_000, 'over' as const);
    const told = Promise.all(people.map((one) => expect(reconnecting(one)).toBeVisible())).then(() => 'told' as const);
    expect(await Promise.race([lasting, told])).toBe('told');
    await lasting;
    network.heal();

    await expectPicturesAgain(people);
    await expectToSeeEachOther(luca, giulia);
    for (const one of people) {
      await expect(reconnecting(one)).toBeHidden();
      await expect(remoteVideoOf(one)).toBeVisible();
      await expect(one.page.getByTestId('remote-video')).toHaveCount(1);
      expect(await countConnections(one.page)).toBe(1);
    }
  });

/** The direction that is cut, and who receives nothing then. */
const oneWay: readonly (readonly [Direction, string, 'giulia' | 'luca'])[] = [
  ['fromDevice', 'from a device', 'giulia'],
  ['toDevice', 'to a device', 'luca'],
];

for (const [direction, what, deaf] of oneWay)
  test(`when only what goes ${what} is lost, who receives nothing is told, and the other not that the connection is good`, async ({
    person,
  }) => {
    const both = await meet(person);
    const people = Object.values(both);
    await Promise.all(people.map((one) => expect(good(one)).toBeVisible()));

    network.cut(direction);
    const isTold = expect(reconnecting(both[deaf])).toBeVisible();
    await Promise.all([isTold, ...people.map((one) => expect(good(one)).toBeHidden())]);
    network.heal();

    await expectPicturesAgain(people);
    await expectToSeeEachOther(both.luca, both.giulia);
    for (const one of people) {
      await expect(good(one)).toBeVisible();
      await expect(one.page.getByTestId('remote-video')).toHaveCount(1);
    }
  });

test('a narrow network reduces the picture, not the voice, tells both, and gives it back when it is wide again', async ({
  person,
}) => {
  const { giulia, luca } = await meet(person);
  for (const one of [giulia, luca]) await expect(reduced(one)).toBeHidden();

  network.limit(150);
  await Promise.all([giulia, luca].map((one) => expect(reduced(one)).toBeVisible()));
  for (const one of [giulia, luca]) await expectWholeSound(one.page);
  await expectToSeeEachOther(luca, giulia);
  for (const one of [giulia, luca]) await expect(reconnecting(one)).toBeHidden();

  network.limit(null);
  await Promise.all([giulia, luca].map((one) => expect(reduced(one)).toBeHidden()));
  await expectPicturesAgain([giulia, luca]);
});

test('with one packet in ten lost they see and hear each other, and are told that the connection is weak', async ({
  person,
}) => {
  const { giulia, luca } = await meet(person);

  network.lose(10);
  await Promise.all([giulia, luca].map((one) => expect(weak(one)).toBeVisible()));
  await expectPicturesAgain([giulia, luca]);
  for (const one of [giulia, luca]) {
    await expectWholeSound(one.page);
    await expect(reconnecting(one)).toBeHidden();
  }
});

test('with 100 to 200 ms of delay each way they see and hear each other', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone', network });
  await network.delay(150, 50);

  await talk(luca, giulia);
  for (const one of [giulia, luca]) {
    await expectWholeSound(one.page);
    await expect(reconnecting(one)).toBeHidden();
    const [way] = await waysOf(one.page);
    expect(way?.roundTripSeconds).toBeGreaterThan(0.2);
  }
  await expectPicturesAgain([giulia, luca]);
});

test('a socket that is dead but reads as open is noticed when the network changes, and replaced; the call goes on', async ({
  person,
}) => {
  const { giulia, luca } = await meet(person);
  const away = luca.page.getByText('Can’t reach the server. The call continues');

  network.cutTcp();
  // As the browser says it when a phone leaves a Wi-Fi; otherwise the socket is probed every 30 seconds.
  await luca.page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(away).toBeVisible();
  await expectPicturesAgain([giulia, luca]);
  network.loseNothing();

  await expect(away).toBeHidden();
  // Only the server tells it.
  await hangUp(giulia);
  await expectOnTop(luca.page.getByRole('button', { name: 'Done' }));
});

test('a device that slept is seen and sees again soon after it wakes', async ({ person }) => {
  const { giulia, luca } = await meet(person);

  network.suspend();
  await expect(reconnecting(giulia)).toBeVisible();
  network.resume();

  await expectPicturesAgain([giulia, luca]);
  await expectToSeeEachOther(luca, giulia);
  for (const one of [giulia, luca]) {
    await expect(reconnecting(one)).toBeHidden();
    await expect(one.page.getByTestId('remote-video')).toHaveCount(1);
  }
});
