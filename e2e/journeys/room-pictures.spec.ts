/** Pictures of the screens outside of calls, for review: rooms, people, invitations, safety number, notifications. */
import { join } from 'node:path';
import sharp from 'sharp';
import { invitationLink, invite, openInvitation } from '../world/invitation';
import { photographer } from '../world/pictures';
import { listenForPushes } from '../world/push';
import { lineOf, openRoomWith, writeInRoom } from '../world/rooms';
import { chooseFiles } from '../world/steps';
import { expect, test } from '../world/test';

const PUMP = join(import.meta.dirname, '../fixtures/pump-room.svg');
const ADA = { email: 'ada@pump.example', name: 'Ada Monti' };

const words = {
  en: {
    details: 'Details',
    safety: 'Safety number',
    accept: 'Accept and sign in',
    message: /^Message/,
  },
  it: {
    details: 'Dettagli',
    safety: 'Numero di sicurezza',
    accept: 'Accetta e accedi',
    message: /^Messaggio/,
  },
} as const;

// Notifications need the full browser, and its service worker.
test.use({ browserKind: 'whole', serviceWorkers: 'allow' });

for (const language of ['en', 'it'] as const)
  test(`rooms, people, invitation, safety number and notifications, ${language}`, async ({
    person,
    server,
    visitor,
  }, testInfo) => {
    const say = words[language];
    const giulia = await person('operator', { language });
    const luca = await person('assisted', { device: 'phone' });
    const marco = await person('operator2');
    const { page } = giulia;
    const look = photographer(page, testInfo);

    // The others use English, so that their messages are in the pictures.
    await openRoomWith(luca, giulia);
    await writeInRoom(luca, 'The feed pump drips behind the coupling.');
    const pump = await sharp(PUMP).resize({ width: 1600 }).jpeg().toBuffer();
    await chooseFiles(luca, { name: 'pump.jpg', mimeType: 'image/jpeg', buffer: pump });
    await openRoomWith(marco, giulia);
    await writeInRoom(marco, 'Can you take the night shift on Friday?');
    await expect(lineOf(marco, 'Friday')).toContainText('Delivered');
    await page.goto('/rooms');
    await expect(page.getByRole('link').filter({ hasText: marco.name })).toBeVisible();
    await look('rooms');
    await page.getByRole('link').filter({ hasText: luca.name }).click();
    await expect(lineOf(giulia, 'drips')).toBeVisible();
    await page.getByRole('textbox', { name: say.message }).fill('2 bar. OK!');
    await page.keyboard.press('Enter');
    await expect(lineOf(luca, '2 bar. OK!')).toBeVisible();
    await expect(page.getByRole('img', { name: 'pump.jpg' })).toBeVisible();
    await look('conversation');
    await page.getByRole('button', { name: say.details }).click();
    await look('details');

    await page.goto('/people');
    await expect(page.getByRole('link', { name: luca.name })).toBeVisible();
    await look('people');
    await page.getByRole('link', { name: luca.name }).click();
    await page.getByRole('button', { name: say.safety }).click();
    await expect(page.getByRole('dialog').getByRole('group', { name: say.safety })).toBeVisible();
    await look('safety-number');

    await page.goto('/people');
    await openInvitation(page);
    await expect(page.getByRole('dialog')).toBeVisible();
    await look('invite');
    await marco.page.goto('/people');
    await invite(marco, ADA);
    const ada = await visitor('assisted', { language });
    await ada.page.goto(await invitationLink(server, ADA.email));
    await expect(ada.page.getByRole('button', { name: say.accept })).toBeVisible();
    await photographer(ada.page, testInfo)('invitation');

    const notices = await listenForPushes(giulia, server);
    await page.goto('/docs/');
    await notices.push({
      messageType: 'IncomingCall',
      messageContent: {
        Call: {
          UniqueId: '01930000-0000-7000-8000-000000000001',
          CallerUniqueId: '01930000-0000-7000-8000-000000000002',
          StartDate: new Date().toISOString(),
          RingsUntil: new Date(Date.now() + 60_000).toISOString(),
          CryptoSchema: 1,
        },
        Caller: { UniqueId: '01930000-0000-7000-8000-000000000002', Name: luca.name },
      },
    });
    await expect.poll(() => notices.shown()).not.toEqual([]);
    await page.goto('/notifications');
    await expect(page.getByRole('link', { name: luca.name })).toBeVisible();
    await look('notifications');
    await page.goto('/settings');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await look('settings');
  });
