/** Pictures of every call screen at 390 and 1280 pixels, in both languages, for review; none overflows. */
import { draw, expectDrawable, pixelAt } from '../world/drawing';
import { sticksOut } from '../world/inspect';
import { expectFilm } from '../world/media';
import { remoteVideoOf, stageOf, tilesOf } from '../world/steps';
import { expectOnTop } from '../world/on-top';
import { expect, test } from '../world/test';

const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

const words = {
  en: {
    call: 'Call Giulia Ferri',
    accept: /^Accept/,
    takeSnapshot: 'Take a snapshot',
    devices: 'Devices',
    message: /^Message to/,
    endCall: 'End call',
    details: 'Details',
    page: 'Call with Luca Moretti',
    history: 'Calls',
  },
  it: {
    call: 'Chiama Giulia Ferri',
    accept: /^Accetta/,
    takeSnapshot: 'Scatta una foto',
    devices: 'Dispositivi',
    message: /^Messaggio per/,
    endCall: 'Termina',
    details: 'Dettagli',
    page: 'Chiamata con Luca Moretti',
    history: 'Chiamate',
  },
} as const;

for (const language of ['en', 'it'] as const)
  test(`every screen of a call, ${language}`, async ({ person }, testInfo) => {
    const say = words[language];
    const giulia = await person('operator', { language });
    const luca = await person('assisted', { device: 'phone', language });
    const { page } = giulia;
    const look = async (name: string) => {
      for (const size of WIDTHS) {
        await page.setViewportSize(size);
        await expect.poll(() => sticksOut(page), `${name}, ${size.width}`).toBe(0);
        await page.screenshot({ path: testInfo.outputPath(`${name}-${size.width}.png`) });
      }
    };

    await luca.page.getByRole('button', { name: say.call }).click();
    await expectOnTop(page.getByRole('alertdialog'));
    await look('incoming');
    await page.getByRole('button', { name: say.accept }).click();
    await expectFilm(remoteVideoOf(giulia), luca.film);
    const field = page.getByRole('textbox', { name: say.message });
    await field.fill('P-204: 2 bar');
    await field.press('Enter');
    await look('call');
    await page.getByRole('button', { name: say.devices }).click();
    await expect(page.getByTestId('preview-video')).toHaveAttribute('data-has-frame');
    await look('devices');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: say.takeSnapshot }).click();
    await expect(tilesOf(giulia).first()).toHaveAttribute('data-state', 'ready');
    await tilesOf(giulia).first().click();
    await expectDrawable(giulia);
    await draw(giulia, [0.3, 0.3], [0.6, 0.5]);
    await expect.poll(() => pixelAt(giulia, [0.45, 0.4])).not.toBeNull();
    await look('annotation');
    await page.keyboard.press('Escape');
    await expect(stageOf(giulia)).toHaveAttribute('data-mode', 'live');
    await page.getByRole('button', { name: say.endCall }).click();
    await expectOnTop(page.getByRole('link', { name: say.details }));
    await look('closed');
    await page.getByRole('link', { name: say.details }).click();
    await expect(page.getByRole('heading', { name: say.page })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Chat' }).getByText('P-204: 2 bar')).toBeVisible();
    await look('page');
    await page.goto('/');
    await expect(page.getByRole('heading', { name: say.history, exact: true })).toBeVisible();
    await look('history');
  });
