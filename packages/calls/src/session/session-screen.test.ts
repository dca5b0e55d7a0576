import { expect, test } from 'vitest';
import { createTalk, type Talk, type TestPage } from '../testing/call-world';
import { giulia, luca } from '../testing/people';
import { settled } from '../testing/promises';

const ownOf = (page: TestPage) => page.view('inCall').local;
const otherOf = (page: TestPage) => page.view('inCall').people[0];
/** The labels of the live video tracks of a page. */
const picturesOf = ({ tracks }: TestPage) =>
  tracks.filter(({ kind, readyState }) => kind === 'video' && readyState === 'live').map(({ label }) => label);
const offersOf = ({ net }: Talk) => net.connections.map(({ offers }) => offers);

async function share(page: TestPage) {
  page.session.shareScreen();
  await settled();
}

test('the shared screen replaces the camera, is announced, and needs no negotiation', async () => {
  const talk = await createTalk();
  const offers = offersOf(talk);
  await share(talk.giulia);
  expect(picturesOf(talk.giulia)).toEqual(['screen of Giulia Ferri']);
  expect(ownOf(talk.giulia)).toMatchObject({ isScreen: true, canFlip: false });
  expect(otherOf(talk.luca)).toMatchObject({ isScreen: true, hasVideo: true });
  expect(offersOf(talk)).toEqual(offers);
});

test.each([
  ['its own button', (page: TestPage) => page.session.stopScreen()],
  ['the browser’s', (page: TestPage) => page.tracks.at(-1)?.unplug()],
])('stopped by %s, the camera returns', async (_, stop) => {
  const talk = await createTalk();
  await share(talk.giulia);
  stop(talk.giulia);
  await settled();
  expect(picturesOf(talk.giulia)).toEqual(['Giulia Ferri']);
  expect(ownOf(talk.giulia)).toMatchObject({ isScreen: false, videoOn: true, cameraProblem: null });
  expect(otherOf(talk.luca)).toMatchObject({ isScreen: false, hasVideo: true });
});

test('a camera that was off stays off during and after the shared screen', async () => {
  const talk = await createTalk();
  talk.giulia.session.setVideo(false);
  await share(talk.giulia);
  expect(otherOf(talk.luca)).toMatchObject({ isScreen: true, hasVideo: true });
  talk.giulia.session.setVideo(true);
  await settled();
  expect(picturesOf(talk.giulia)).toEqual(['screen of Giulia Ferri']);
  talk.giulia.session.setVideo(false);
  talk.giulia.session.stopScreen();
  await settled();
  expect(picturesOf(talk.giulia)).toEqual([]);
  expect(otherOf(talk.luca)).toMatchObject({ isScreen: false, hasVideo: false });
});

test('without a choice the camera goes on', async () => {
  const talk = await createTalk();
  talk.giulia.hidesScreen = true;
  await share(talk.giulia);
  expect(picturesOf(talk.giulia)).toEqual(['Giulia Ferri']);
  expect(otherOf(talk.luca)?.isScreen).toBe(false);
});

test('the screen is released with the call, even if it was chosen too late', async () => {
  const talk = await createTalk();
  await share(talk.giulia);
  talk.luca.session.shareScreen();
  talk.giulia.session.hangUp();
  await settled();
  expect([picturesOf(talk.giulia), picturesOf(talk.luca)]).toEqual([[], []]);
});

test('while a screen is shared, the camera cannot be switched, and a snapshot is of the screen', async () => {
  const talk = await createTalk();
  await share(talk.luca);
  expect(otherOf(talk.giulia)?.camera).toMatchObject({ canFlip: false, torch: null, zoom: null });
  talk.giulia.session.takeSnapshot(luca.uniqueId);
  await talk.pass(500);
  expect([...talk.server.files.values()][0]).toContain('frame of screen of Luca Moretti');
});

test('a participant who reconnects sees that a screen is shared', async () => {
  const talk = await createTalk();
  await share(talk.giulia);
  const kept = talk.luca.vanish();
  const reloaded = talk.page(luca, { kept });
  await reloaded.session.resume();
  await settled();
  expect(reloaded.view('inCall').people).toMatchObject([{ contact: giulia, isScreen: true }]);
});
