import {
  acceptCall,
  callPerson,
  dismissCall,
  expectToSeeEachOther,
  hangUp,
  meetInCall,
  messagesOf,
  remoteVideoOf,
  ringOf,
  shownSnapshotOf,
  stageOf,
  takeSnapshot,
  talk,
  tilesOf,
  write,
} from '../world/steps';
import {
  countOwnTracks,
  expectFilm,
  expectFramesToRise,
  expectSilence,
  expectSound,
  readFrameNumber,
} from '../world/media';
import { expectOnTop } from '../world/on-top';
import { expect, test } from '../world/test';

test('a field user calls for help with two taps, an operator accepts, and they see and hear each other', async ({
  person,
}) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });

  await luca.page.getByRole('button', { name: 'Feed pump P-204' }).click();
  await luca.page.getByRole('button', { name: /^Call for help/ }).click();
  await expectOnTop(luca.page.getByRole('dialog', { name: 'Calling…' }));
  await expectFilm(luca.page.getByTestId('local-video'), luca.film);
  const ring = ringOf(giulia, luca);
  await expect(ring).toContainText('Feed pump P-204');
  await expect(giulia.page.getByRole('listitem').filter({ hasText: 'Luca Moretti' })).toContainText('Calling you');
  // Who rings is on the card only.
  await expect(giulia.page.getByRole('region', { name: 'Waiting', exact: true })).toHaveCount(0);
  await acceptCall(giulia);

  await expectToSeeEachOther(luca, giulia);
  await expectSound(giulia.page);
  await expectSound(luca.page);
});

test('mute and camera off work and are reversible, while the rest of the call goes on', async ({ person }) => {
  const { giulia, luca } = await meetInCall(person);
  await expectSound(giulia.page);

  await luca.page.getByRole('button', { name: 'Mute' }).click();
  await expectSilence(giulia.page);
  await expectFramesToRise(giulia.page);
  await expectSound(luca.page);

  await luca.page.getByRole('button', { name: 'Unmute' }).click();
  await expectSound(giulia.page);

  await giulia.page.keyboard.press('v');
  await expect(remoteVideoOf(luca)).toHaveCount(0);
  await expectSound(luca.page);
  await expectFramesToRise(giulia.page);

  await giulia.page.keyboard.press('v');
  await expectToSeeEachOther(luca, giulia);
});

test('a phone with two cameras switches to the other one, without an interruption on the other side', async ({
  person,
}) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone', camera: 'two' });
  await callPerson(luca, giulia);
  await acceptCall(giulia);
  await expectFramesToRise(giulia.page);
  const cameraOf = () =>
    luca.page
      .getByTestId('local-video')
      .evaluate((video: HTMLVideoElement) => (video.srcObject as MediaStream | null)?.getVideoTracks()[0]?.label);
  const first = await cameraOf();

  await luca.page.getByRole('button', { name: 'Front camera' }).click();

  await expect.poll(cameraOf).not.toBe(first);
  await expectFramesToRise(giulia.page);
  await expectOnTop(luca.page.getByRole('button', { name: 'Back camera' }));
});

test('messages arrive in both directions and in order; a phone shows them without opening the chat', async ({
  person,
}) => {
  const { giulia, luca } = await meetInCall(person);

  await write(giulia, 'Close valve 2 first');
  const said = luca.page.getByRole('button', { name: 'Giulia: Close valve 2 first' });
  await expectOnTop(said);
  await expectOnTop(luca.page.getByRole('button', { name: 'Chat, 1 new message' }));
  await said.click();
  await expect(await messagesOf(luca)).toContainText(['Close valve 2 first']);

  await write(luca, 'The needle jumps between 2 and 4 bar');
  await expect(await messagesOf(giulia)).toContainText(['Close valve 2 first', 'The needle jumps between 2 and 4 bar']);
  await write(giulia, 'Chiudi il rubinetto piccolo, piano');
  await write(giulia, '«Grazie» 👍');

  const conversation = ['The needle jumps between 2 and 4 bar', 'Chiudi il rubinetto piccolo, piano', '«Grazie» 👍'];
  await expect(await messagesOf(luca)).toContainText(conversation);
  await expect(await messagesOf(giulia)).toContainText(conversation);
});

test('a snapshot is the same frame on both sides; the operator shows it, the field user follows, and both return', async ({
  person,
}) => {
  const { giulia, luca } = await meetInCall(person);

  await takeSnapshot(giulia);
  await takeSnapshot(luca);
  await expect(tilesOf(luca)).toHaveCount(2);
  await expect(tilesOf(giulia)).toHaveCount(2);
  const [first, second] = [tilesOf(giulia).nth(0).locator('img'), tilesOf(giulia).nth(1).locator('img')];
  // Both pictures are of the field user's camera, because it shows the subject of the call.
  await expect.poll(() => readFrameNumber(first)).toMatchObject({ person: luca.film });
  await expect.poll(() => readFrameNumber(second)).toMatchObject({ person: luca.film });
  const [frame, laterFrame] = [await readFrameNumber(first), await readFrameNumber(second)];
  expect(laterFrame).not.toEqual(frame);

  await tilesOf(giulia).nth(0).click();
  for (const person of [giulia, luca]) {
    await expect(stageOf(person)).toHaveAttribute('data-mode', 'annotations');
    await expect.poll(() => readFrameNumber(shownSnapshotOf(person))).toEqual(frame);
  }
  await expectOnTop(luca.page.getByText('Giulia is showing a picture'));
  await tilesOf(giulia).nth(1).click();
  for (const person of [giulia, luca])
    await expect.poll(() => readFrameNumber(shownSnapshotOf(person))).toEqual(laterFrame);

  await giulia.page.keyboard.press('Escape');
  for (const person of [giulia, luca]) await expect(stageOf(person)).toHaveAttribute('data-mode', 'live');
  await expectToSeeEachOther(luca, giulia);

  // When a field user opens a picture, only their own screen changes.
  await tilesOf(luca).first().click();
  await expect(stageOf(luca)).toHaveAttribute('data-mode', 'annotations');
  await write(luca, 'I look at the picture');
  await expect(await messagesOf(giulia)).toContainText(['I look at the picture']);
  await expect(stageOf(giulia)).toHaveAttribute('data-mode', 'live');
});

for (const ender of ['field user', 'operator'] as const)
  test(`the ${ender} ends the call: cameras stop, and the call is in both histories`, async ({ person }) => {
    const giulia = await person('operator');
    const luca = await person('assisted', { device: 'phone' });
    await talk(luca, giulia);
    await write(luca, 'One message');
    await takeSnapshot(luca);
    await expect(tilesOf(giulia)).toHaveCount(1);
    const [one, other] = ender === 'operator' ? [giulia, luca] : [luca, giulia];

    await hangUp(one);

    for (const person of [one, other]) {
      await expectOnTop(person.page.getByRole('status').filter({ hasText: '1 snapshot, 1 message' }));
      await dismissCall(person);
      await expect.poll(() => countOwnTracks(person.page)).toBe(0);
    }
    await expect(luca.page.getByRole('list', { name: 'Recent calls' })).toContainText(/Giulia Ferri.*1 snapshot/);
    await expect(giulia.page.getByRole('row', { name: /Luca Moretti/ })).toContainText('Answered');
  });

test('a field user is called, and calls back with one tap; the accept shortcut works while other keys are typed', async ({
  person,
}) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });

  await callPerson(giulia, luca);
  await expectOnTop(ringOf(luca, giulia));
  await acceptCall(luca);
  await expectToSeeEachOther(giulia, luca);
  await hangUp(giulia);
  await dismissCall(giulia);

  const search = giulia.page.getByRole('searchbox').first();
  await search.fill('Sar');
  await luca.page.getByRole('button', { name: 'Call again' }).click();
  await expectOnTop(ringOf(giulia, luca));
  await expect(ringOf(giulia, luca)).toBeFocused();
  await expect(search).toHaveValue('Sar');
  await giulia.page.keyboard.press('Control+Enter');

  await expectToSeeEachOther(luca, giulia);
});
