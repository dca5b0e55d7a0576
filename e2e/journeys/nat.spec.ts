/** Two people behind different NATs, who have no other server than the app's. */
import type { Page } from '@playwright/test';
import { HOST_ADDRESS, type Nat } from '../world/homes';
import { expectSound } from '../world/media';
import { createNatNetworks, type NatNetworks } from '../world/nat';
import { canBreakNetworks } from '../world/netns';
import { freePort } from '../world/server';
import { hangUp, messagesOf, talk, write } from '../world/steps';
import { expect, test as base } from '../world/test';
import { waysOf } from '../world/ways';

const test = base.extend<{ readonly nat: Nat; readonly networks: NatNetworks }>({
  nat: ['keepsPorts', { option: true }],
  // Before the server, which needs the address.
  networks: [
    async ({ nat }, provide) => {
      const networks = await createNatNetworks(nat);
      await provide(networks);
      await networks.close();
    },
    { auto: true },
  ],
});

test.skip(!canBreakNetworks(), 'needs Linux, root, iproute2, nftables and procps, to make networks');
// The shell takes no page without HTTPS for a safe one.
test.use({ settings: { HOST: HOST_ADDRESS, TURN_PORT: String(await freePort()) }, browserKind: 'whole' });

interface Story {
  readonly nat: Nat;
  readonly title: string;
  readonly kind: 'direct through NAT' | 'relayed';
}

/** Of each connection. */
const kindsOf = async (page: Page) =>
  (await waysOf(page)).map(({ local = '', remote = '' }) => {
    // `prflx`: an address that a check has found before it was told.
    if ([local, remote].every((end) => ['srflx', 'prflx'].includes(end))) return 'direct through NAT';
    return local === 'relay' && remote === 'relay' ? 'relayed' : `${local} to ${remote}`;
  });

const stories: readonly Story[] = [
  {
    nat: 'keepsPorts',
    title:
      'two people behind different routers see and hear each other directly, because the server tells them their addresses',
    kind: 'direct through NAT',
  },
  {
    nat: 'changesPorts',
    title: 'two people behind routers that let no direct way through see and hear each other by the server’s relay',
    kind: 'relayed',
  },
];

for (const { nat, title, kind } of stories)
  test.describe(nat, () => {
    test.use({ nat });

    test(title, async ({ person, networks }) => {
      const [hers, his] = networks.devices;
      const giulia = await person('operator', { network: hers });
      const luca = await person('assisted', { device: 'phone', network: his });

      await talk(luca, giulia);
      await expectSound(luca.page);
      await expectSound(giulia.page);
      // The first way that works is taken until the best one is found.
      for (const { page } of [luca, giulia]) await expect.poll(() => kindsOf(page)).toEqual([kind]);
      await write(luca, 'From home to home');
      await expect(await messagesOf(giulia)).toContainText(['From home to home']);
      await hangUp(luca);
    });
  });
