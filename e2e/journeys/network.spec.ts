/** Calls over networks that break, as routers and phones break them: nobody is told. */
import { type BreakableNetwork, canBreakNetworks, createBreakableNetwork, HOST_ADDRESS } from '../world/network';
import type { Person } from '../world/person';
import { expectToSeeEachOther, remoteVideoOf, talk } from '../world/steps';
import { expect, test, type World } from '../world/test';

test.skip(!canBreakNetworks(), 'needs Linux, root and iproute2, to break a network');
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

  // The other side may be restarted before it notices.
  await Promise.any([giulia, luca].map((one) => expect(reconnecting(one)).toBeVisible()));
  await expectPicturesAgain([giulia, luca]);
  await expectToSeeEachOther(luca, giulia);
  for (const one of [giulia, luca]) {
    await expect(reconnecting(one)).toBeHidden();
    await expect(one.page.getByTestId('remote-video')).toHaveCount(1);
  }
});

test('a network that is away for some seconds is told on both sides, and the call goes on', async ({ person }) => {
  const { giulia, luca } = await meet(person);

  network.cut();
  await Promise.all([giulia, luca].map((one) => expect(reconnecting(one)).toBeVisible()));
  network.heal();

  await expectPicturesAgain([giulia, luca]);
  await expectToSeeEachOther(luca, giulia);
  for (const one of [giulia, luca]) {
    await expect(reconnecting(one)).toBeHidden();
    await expect(remoteVideoOf(one)).toBeVisible();
  }
});
