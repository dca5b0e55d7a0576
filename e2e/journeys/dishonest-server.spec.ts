/** A server that changes the signals of a call on their way, to sit between two people: it is found out, and they are told. */
import type { Page } from '@playwright/test';
import { acceptCall, callPerson, expectToSeeEachOther, hangUp } from '../world/steps';
import { expect, test } from '../world/test';

interface Description {
  readonly type: string;
  readonly sdp: string;
  readonly seal?: string;
}

/** Changes each description that a page receives. */
async function alterDescriptions(page: Page, alter: (description: Description) => Description) {
  await page.routeWebSocket(/\/realtime$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const frame = JSON.parse(String(text)) as { type: string; description?: Description };
      const isAltered = frame.type === 'signal' && frame.description;
      socket.send(isAltered ? JSON.stringify({ ...frame, description: alter(isAltered) }) : text);
    });
  });
}

/** Swaps one byte of the fingerprint, as a server would put its own there. */
const withOtherFingerprint = ({ sdp, ...rest }: Description): Description => ({
  ...rest,
  sdp: sdp.replaceAll(
    /(a=fingerprint:sha-256 )(..)/g,
    (_, name: string, byte: string) => name + (byte === '00' ? '01' : '00'),
  ),
});

const withoutSeal = ({ seal: _, ...rest }: Description): Description => rest;

test('a swapped fingerprint: no connection, and the person who would be listened to is told why', async ({
  person,
}) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await alterDescriptions(giulia.page, withOtherFingerprint);
  await giulia.page.reload();
  await callPerson(luca, giulia);
  await acceptCall(giulia);
  await expect(
    giulia.page.getByText(/^The connection to Luca was refused: it isn’t signed with Luca’s keys/),
  ).toBeVisible();
  await expect(giulia.page.getByRole('button', { name: 'Encrypted', exact: true })).toHaveCount(0);
  await expect(giulia.page.getByTestId('remote-video')).toHaveCount(0);
  await hangUp(giulia);
});

test('removed signatures: the call is made, both are told, and nothing says «Encrypted»', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  for (const { page } of [giulia, luca]) {
    await alterDescriptions(page, withoutSeal);
    await page.reload();
  }
  await callPerson(luca, giulia);
  await acceptCall(giulia);
  await expectToSeeEachOther(luca, giulia);
  for (const [{ page }, name] of [
    [giulia, 'Luca'],
    [luca, 'Giulia'],
  ] as const) {
    await expect(page.getByText(new RegExp(`^Audio and video with ${name} aren’t verified`))).toBeVisible();
    await expect(page.getByRole('button', { name: 'Encrypted', exact: true })).toHaveCount(0);
  }
  await hangUp(luca);
});
