/** A call of eight people, which only a media server carries. */
import { invitationLink, invite } from '../world/invitation';
import { prepareLiveKit } from '../world/livekit';
import { expectEachToRise } from '../world/media';
import { expectOnTop } from '../world/on-top';
import type { Person } from '../world/person';
import { acceptCall, callPerson, hangUp, ringOf } from '../world/steps';
import { expect, test } from '../world/test';

const livekit = await prepareLiveKit();
test.use({ settings: livekit.settings });
test.beforeAll(async () => livekit.start());
test.afterAll(async () => livekit.kill());

/** Eight browsers encode and decode on the same machine: five pictures a second, and no fewer checks. */
const camera = 'slow';
const device = 'phone';

test('eight people see each other by LiveKit, and go on when one leaves', async ({ person, visitor, server }) => {
  test.setTimeout(300_000);
  const giulia = await person('operator', { camera });
  const luca = await person('assisted', { device, camera });
  const added: Person[] = [];
  for (const role of ['operator2', 'assisted2', 'multi', 'admin'] as const)
    added.push(await person(role, { device, camera }));
  await giulia.page.goto('/people');
  for (const invited of [
    { email: 'ada@demo.example', name: 'Ada Monti' },
    { email: 'ivo@demo.example', name: 'Ivo Sala' },
  ]) {
    await invite(giulia, invited);
    const one = { ...(await visitor('operator', { device, camera })), ...invited };
    await one.page.goto(await invitationLink(server, invited.email));
    await one.page.getByRole('button', { name: 'Accept and sign in' }).click();
    await one.online;
    added.push(one);
  }

  await callPerson(luca, giulia);
  await expectOnTop(ringOf(giulia, luca));
  await acceptCall(giulia);
  for (const one of added) {
    await giulia.page.getByRole('button', { name: 'Add person' }).click();
    await giulia.page.getByRole('button', { name: `Add ${one.name}` }).click();
    await expectOnTop(ringOf(one, luca));
    await acceptCall(one);
    await expect(one.page.getByTestId('remote-video')).not.toHaveCount(0);
  }
  const all = [giulia, luca, ...added];
  for (const { page } of all) {
    await expect(page.getByTestId('remote-video')).toHaveCount(7);
    await expectEachToRise(page, 7, 5);
  }

  await hangUp(luca);
  for (const { page } of all.filter((one) => one !== luca)) {
    await expect(page.getByTestId('remote-video')).toHaveCount(6);
    await expectEachToRise(page, 6, 5);
  }
});
