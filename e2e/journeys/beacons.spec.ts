/** Beacons: an editor gives a scene one, and a visitor of the mobile app who stands at it is offered the scene. */
import { inspect } from '../world/inspect';
import { fillScene, giveBeacon, makeMarker } from '../world/markers';
import { photographer } from '../world/pictures';
import { putInShell } from '../world/shell';
import { expect, test } from '../world/test';

const uuid = 'f7826da6-4fa2-4e98-8024-bc5b71e0893e';
const wheel = '11826da6-4fa2-4e98-8024-bc5b71e0893e';

/** Web Bluetooth Scanning, which no browser has without a flag: at a click a beacon at 2 m is received, four times a second. */
function putInBluetooth(sent: string) {
  const data = new DataView(new ArrayBuffer(23));
  data.setUint16(0, 0x0215);
  for (const [at, hex] of (sent.replaceAll('-', '').match(/../g) ?? []).entries())
    data.setUint8(2 + at, Number.parseInt(hex, 16));
  data.setUint16(18, 1);
  data.setUint16(20, 1);
  data.setInt8(22, -59);
  const bluetooth = Object.assign(new EventTarget(), {
    async requestLEScan() {
      if (!navigator.userActivation.isActive) throw new DOMException('Not in a click', 'SecurityError');
      const timer = setInterval(() => {
        const received = { rssi: -65, manufacturerData: new Map([[0x4c, data]]) };
        bluetooth.dispatchEvent(Object.assign(new Event('advertisementreceived'), received));
      }, 250);
      const scan = {
        active: true,
        stop() {
          scan.active = false;
          clearInterval(timer);
        },
      };
      return scan;
    },
  });
  // Each look of the test at the page counts as a click for the browser.
  let clickedAt = Number.NEGATIVE_INFINITY;
  addEventListener('pointerdown', () => (clickedAt = performance.now()), true);
  const userActivation = {
    get isActive() {
      return performance.now() - clickedAt < 5_000;
    },
  };
  Object.defineProperties(navigator, { bluetooth: { value: bluetooth }, userActivation: { value: userActivation } });
}

test('D7.24: an editor gives a scene a beacon, and a visitor who stands at it is offered the scene', async ({
  person,
  visitor,
  server,
}) => {
  const contentId = await fillScene(server, makeMarker(23), 'The hall of the pump', []);
  const { page } = await person('admin', { device: 'desktop' });
  const take = photographer(page, test.info());
  await page.goto(`/admin/scenes?scene=${contentId}`);
  const beacons = page.getByRole('region', { name: 'Beacons' });
  await beacons.getByRole('button', { name: 'Add beacon' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add beacon' });
  await dialog.getByLabel('UUID').fill('f7826da6');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByText(/^Enter the UUID/)).toBeVisible();
  await inspect(page);
  await take('beacon-wrong');
  await dialog.getByLabel('UUID').fill(uuid.toUpperCase());
  await dialog.getByLabel('Major').fill('3');
  await dialog.getByLabel('Minor').fill('4');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(beacons.getByText('Beacon 3 · 4')).toBeVisible();
  await expect(beacons.getByText(uuid)).toBeVisible();
  await inspect(page);
  await take('beacons');

  const luca = await visitor('assisted', { device: 'phone', language: 'it' });
  const take2 = photographer(luca.page, test.info());
  const App = { getState: () => ({ isActive: true }), exitApp: () => undefined, minimizeApp: () => undefined };
  let state = 'prompt';
  const shell = await putInShell(luca.page, server.url, {
    App,
    Beacons: { start: () => undefined, stop: () => undefined },
    FirebaseAnalytics: { setEnabled: () => undefined, resetAnalyticsData: () => undefined },
    Permissions: {
      check: () => ({ state }),
      request() {
        state = 'granted';
        return { state };
      },
    },
  });
  await luca.page.goto('/settings');
  const toggle = luca.page.getByRole('switch', { name: 'Dimmi che cosa c’è vicino' });
  await expect(toggle).not.toBeChecked();
  expect(shell.calls).not.toContain('Permissions.request');
  await toggle.scrollIntoViewIfNeeded();
  await inspect(luca.page);
  await take2('nearby-settings');
  await toggle.click();
  await expect(toggle).toBeChecked();

  const starts = () => shell.calls.filter((call) => call === 'Beacons.start').length;
  const before = starts();
  await luca.page.goto('/earth');
  await expect.poll(starts).toBeGreaterThan(before);
  const seen = { beacons: [{ uuid, major: 3, minor: 4, distance: 1.5 }] };
  const offer = luca.page.getByText('Sei vicino a «The hall of the pump»');
  await expect(async () => {
    await shell.emit('Beacons', 'seen', seen);
    await expect(offer).toBeVisible({ timeout: 500 });
  }).toPass();
  await inspect(luca.page);
  await take2('nearby-offer');
  await luca.page.getByRole('button', { name: 'Apri', exact: true }).click();
  await expect(luca.page).toHaveURL(new RegExp(`/content-detail/${contentId}$`));
});

test('a browser that scans only in a click begins by the switch, and offers to look again after a reload', async ({
  visitor,
  server,
}) => {
  const scene = await fillScene(server, makeMarker(24), 'The hall of the wheel', []);
  await giveBeacon(server, scene, wheel);
  const { page } = await visitor('assisted', { device: 'desktop', language: 'en' });
  const take = photographer(page, test.info());
  await page.addInitScript(putInBluetooth, wheel);
  await page.goto('/settings');
  const toggle = page.getByRole('switch', { name: 'Tell me what is nearby' });
  await toggle.click();
  await expect(toggle).toBeChecked();
  await inspect(page);
  await take('nearby-in-a-browser');
  await page.goto('/earth');
  // No pictures of it: they would take longer than the toast stays.
  await page.getByRole('button', { name: 'Look', exact: true }).click();
  await expect(page.getByText('You are near “The hall of the wheel”')).toBeVisible();
  await inspect(page);
  await take('nearby-offer-in-a-browser');
});
