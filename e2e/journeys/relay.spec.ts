import type { Page } from '@playwright/test';
import type { Person } from '../world/person';
import { expectSound } from '../world/media';
import { freePort } from '../world/server';
import { hangUp, messagesOf, talk, write } from '../world/steps';
import { expect, test } from '../world/test';
import { waysOf } from '../world/ways';

test.use({ settings: { TURN_PORT: String(await freePort()) } });

type Transport = 'udp' | 'tcp';

/** From now on the page connects as behind a firewall: by the relay, and by one transport. */
const onlyByRelay = ({ page }: Person, transport: Transport) =>
  page.evaluate((wanted) => {
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor({ iceServers = [], ...configuration }: RTCConfiguration = {}) {
        const urlsOf = ({ urls }: RTCIceServer) =>
          [urls].flat().filter((url) => url.startsWith('turn:') && url.endsWith(`transport=${wanted}`));
        const relays = iceServers.map((server) => ({ ...server, urls: urlsOf(server) }));
        super({
          ...configuration,
          iceServers: relays.filter(({ urls }) => urls.length > 0),
          iceTransportPolicy: 'relay',
        });
      }
    };
  }, transport);

for (const transport of ['udp', 'tcp'] as const)
  test(`two people with no way to each other but the relay see and hear each other: by ${transport}`, async ({
    person,
  }) => {
    const giulia = await person('operator');
    const luca = await person('assisted', { device: 'phone' });
    await onlyByRelay(luca, transport);
    await onlyByRelay(giulia, transport);
    await talk(luca, giulia);
    for (const { page } of [luca, giulia])
      expect(await waysOf(page)).toMatchObject([{ local: 'relay', relayProtocol: transport, remote: 'relay' }]);
    await expectSound(luca.page);
    await expectSound(giulia.page);
    await write(luca, 'By the relay');
    await expect(await messagesOf(giulia)).toContainText(['By the relay']);
    await hangUp(luca);
  });

test('people who see each other directly do not take the relay', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await talk(luca, giulia);
  const isDirect = async (page: Page) => {
    const [way, ...others] = await waysOf(page);
    return way !== undefined && others.length === 0 && ![way.local, way.remote].includes('relay');
  };
  // The first way that works is taken until the best one is found.
  for (const { page } of [luca, giulia]) await expect.poll(() => isDirect(page)).toBe(true);
});
