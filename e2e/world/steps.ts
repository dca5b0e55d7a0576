/** Actions and expectations in and around a call. */
import { type Download, expect, type Locator } from '@playwright/test';
import { expectFilm, expectFramesToRise, readFrameNumber } from './media';
import type { Person } from './person';
import { expectOnTop } from './on-top';
import { registerFileSecret, registerSecret } from './secrets';
import type { World } from './test';

export const stageOf = ({ page }: Person) => page.getByTestId('stage');
export const remoteVideoOf = ({ page }: Person) => page.getByTestId('remote-video').first();
/** The snapshot on the stage. */
export const shownSnapshotOf = ({ page }: Person) => page.getByTestId('selected-snapshot');
export const tilesOf = ({ page }: Person) => page.getByTestId('snapshot');
export const ringOf = (callee: Person, caller: Person) =>
  callee.page.getByRole('alertdialog', { name: `Incoming call from ${caller.name}` });

/** Taps a person's call button, wherever it is on the page. */
export async function callPerson({ page }: Person, { name }: Person) {
  await page.getByRole('button', { name: new RegExp(`^Call ${name}(,|$)`) }).click();
}

export async function acceptCall({ page }: Person) {
  await page.getByRole('button', { name: /^Accept/ }).click();
}

/** On a phone the open chat covers the call's controls. */
async function closeChat({ page }: Person) {
  const close = page.getByRole('button', { name: 'Close the chat' });
  if (await close.isVisible()) await close.click();
}

export async function hangUp(person: Person) {
  await closeChat(person);
  await person.page.getByRole('button', { name: 'End call' }).click();
}

/** Dismisses the screen of an ended call. */
export async function dismissCall({ page }: Person) {
  await page.getByRole('button', { name: 'Done' }).click();
}

/** Both see each other's film advancing, and the count of decoded frames rises. */
export async function expectToSeeEachOther(one: Person, other: Person) {
  await Promise.all([
    expectFilm(remoteVideoOf(one), other.film),
    expectFilm(remoteVideoOf(other), one.film),
    expectFramesToRise(one.page),
    expectFramesToRise(other.page),
  ]);
}

/** The film of each of these people advances in one of the page's remote videos. */
export async function expectToSee({ page }: Person, ...others: readonly Person[]) {
  const videos = page.getByTestId('remote-video');
  await expect(videos).toHaveCount(others.length);
  const seen = async () => {
    const all = await videos.all();
    const frames = await Promise.all(all.map((video) => readFrameNumber(video)));
    return new Set(frames.map((frame) => frame?.person ?? 0));
  };
  await expect.poll(seen).toEqual(new Set(others.map(({ film }) => film)));
  for (const video of await videos.all()) {
    const frame = await readFrameNumber(video);
    if (frame) await expectFilm(video, frame.person);
  }
}

/** The element in which this person is seen. */
export async function videoOf({ page }: Person, { film }: Person): Promise<Locator> {
  const videos = page.getByTestId('remote-video');
  let at = -1;
  const find = async () => {
    const frames = await Promise.all((await videos.all()).map((video) => readFrameNumber(video)));
    at = frames.findIndex((frame) => frame?.person === film);
    return at;
  };
  // A frame of a small picture may be unreadable.
  await expect.poll(find).toBeGreaterThanOrEqual(0);
  return videos.nth(at);
}

async function readSafetyNumber({ page }: Person): Promise<string> {
  await page.getByRole('button', { name: 'Encrypted', exact: true }).click();
  await page.getByRole('button', { name: 'Safety number' }).click();
  const dialog = page.getByRole('dialog', { name: /^Safety number with/ });
  const number = await dialog.getByRole('group', { name: 'Safety number' }).innerText();
  await dialog.getByRole('button', { name: 'Close' }).click();
  return number;
}

/** In a call, both screens show the same safety number. */
export async function expectSameSafetyNumber(one: Person, other: Person) {
  const number = await readSafetyNumber(one);
  expect(number).toMatch(/^(\d{5}\s*){12}$/);
  expect(await readSafetyNumber(other)).toBe(number);
}

/** A call from its first tap until both see each other. */
export async function talk(caller: Person, callee: Person) {
  await callPerson(caller, callee);
  await expectOnTop(ringOf(callee, caller));
  await acceptCall(callee);
  await expectToSeeEachOther(caller, callee);
}

/** The start of most journeys: an operator on a desktop and a field user with a phone see each other. */
export async function meetInCall(person: World['person']) {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await talk(luca, giulia);
  return { giulia, luca };
}

/** The message field: beside the picture on a desktop, behind a button on a phone. */
async function openChat({ page }: Person): Promise<Locator> {
  const field = page.getByRole('textbox', { name: /^Message to/ });
  if (!(await field.isVisible())) await page.getByRole('button', { name: /^Chat/ }).click();
  return field;
}

export async function write(person: Person, text: string) {
  const field = await openChat(person);
  registerSecret(text);
  // React does not notice what Playwright fills in by WebDriver BiDi.
  if (person.browser.browserType().name() === 'firefox') await field.pressSequentially(text);
  else await field.fill(text);
  await field.press('Enter');
}

interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Chooses files with the file picker: they are shown and wait to be sent. */
export async function pickFiles({ page }: Person, ...files: readonly TestFile[]) {
  for (const { buffer } of files) registerFileSecret(buffer);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Attach a file' }).click(),
  ]);
  await chooser.setFiles(files);
}

/** Sends what is written, and the files that wait. */
export const send = ({ page }: Person) => page.getByRole('button', { name: 'Send', exact: true }).click();

/** Chooses files with the file picker, and sends them. */
export async function chooseFiles(person: Person, ...files: readonly TestFile[]) {
  await pickFiles(person, ...files);
  await send(person);
}

/**
 * Clicks a button that downloads something.
 * @returns the download
 */
export async function downloadBy(button: Locator): Promise<Download> {
  const [saved] = await Promise.all([button.page().waitForEvent('download'), button.click()]);
  return saved;
}

/** Sends a file in the chat, and waits until it appears there. */
export async function attach(person: Person, file: TestFile) {
  await openChat(person);
  await chooseFiles(person, file);
  const chat = person.page.getByRole('log', { name: 'Chat' });
  // A picture has its name as a text only until it is sent.
  await expect(
    chat
      .getByText(file.name)
      .or(chat.getByRole('img', { name: file.name }))
      .first(),
  ).toBeVisible();
}

/** The messages of the chat, one item each. */
export async function messagesOf(person: Person): Promise<Locator> {
  await openChat(person);
  return person.page.getByRole('log', { name: 'Chat' }).getByRole('listitem');
}

/** Takes a snapshot, and waits until it is stored. */
export async function takeSnapshot(person: Person) {
  await closeChat(person);
  const known = await tilesOf(person).count();
  await person.page.getByRole('button', { name: 'Take a snapshot' }).click();
  await expect(tilesOf(person).nth(known)).toHaveAttribute('data-state', 'ready');
}
