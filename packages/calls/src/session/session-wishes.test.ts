import { expect, test } from 'vitest';
import { createCallWorld, createTalk, type Talk, type TestPage } from '../testing/call-world';
import { luca } from '../testing/people';
import { settled } from '../testing/promises';

const ownOf = (page: TestPage) => page.view('inCall').local;
const otherOf = (page: TestPage) => page.view('inCall').people[0];
/** The labels of the pictures that are sent over all links. */
const sentPictures = ({ net }: Talk) =>
  net.connections
    .flatMap((connection) => connection.getTransceivers())
    .flatMap(({ sender: { track } }) => (track?.kind === 'video' ? [track.label] : []))
    .toSorted();

test('audio only: no picture is sent in either direction, both sides know it, and one tap brings all back', async () => {
  const talk = await createTalk();
  expect(sentPictures(talk)).toEqual(['Giulia Ferri', 'Luca Moretti']);
  const offers = talk.net.connections.map((connection) => connection.offers);

  talk.giulia.session.setAudioOnly(true);
  await settled();
  expect(sentPictures(talk)).toEqual([]);
  expect(ownOf(talk.giulia)).toMatchObject({ isAudioOnly: true, videoOn: false, audioOn: true });
  expect(otherOf(talk.giulia)).toMatchObject({ hasVideo: false, hasAudio: true });
  expect(otherOf(talk.luca)).toMatchObject({ isAudioOnly: true, hasVideo: false, hasAudio: true });
  // His camera goes on: others may see it.
  expect(ownOf(talk.luca).videoOn).toBe(true);

  talk.giulia.session.setAudioOnly(false);
  await settled();
  expect(sentPictures(talk)).toEqual(['Giulia Ferri', 'Luca Moretti']);
  expect(otherOf(talk.giulia)?.hasVideo).toBe(true);
  expect(otherOf(talk.luca)).toMatchObject({ isAudioOnly: false, hasVideo: true });
  expect(talk.net.connections.map((connection) => connection.offers)).toEqual(offers);
});

test('a camera that was off before stays off after it; turning the camera on ends it', async () => {
  const talk = await createTalk();
  const { session } = talk.giulia;
  session.setVideo(false);
  session.setAudioOnly(true);
  session.setAudioOnly(false);
  await settled();
  expect(ownOf(talk.giulia)).toMatchObject({ isAudioOnly: false, videoOn: false });

  session.setAudioOnly(true);
  session.setVideo(true);
  await settled();
  expect(ownOf(talk.giulia)).toMatchObject({ isAudioOnly: false, videoOn: true });
  expect(sentPictures(talk)).toEqual(['Giulia Ferri', 'Luca Moretti']);
});

test('a shared screen ends with it, and sharing one ends it', async () => {
  const talk = await createTalk();
  const { session } = talk.giulia;
  session.shareScreen();
  await settled();
  session.setAudioOnly(true);
  await settled();
  expect(ownOf(talk.giulia).isScreen).toBe(false);
  expect(sentPictures(talk)).toEqual([]);
  session.shareScreen();
  await settled();
  expect(ownOf(talk.giulia)).toMatchObject({ isAudioOnly: false, isScreen: true });
});

test('it goes on after a reload of the page, which opens no camera, until it is ended', async () => {
  const { page, talk } = createCallWorld();
  const { caller, callee } = await talk();
  caller.session.setAudioOnly(true);
  await settled();
  const reloaded = page(luca, { kept: caller.vanish() });
  await reloaded.session.resume();
  await settled();
  expect(ownOf(reloaded)).toMatchObject({ isAudioOnly: true, videoOn: false, audioOn: true });
  expect(otherOf(callee)).toMatchObject({ isAudioOnly: true, hasVideo: false, hasAudio: true });
  expect(reloaded.liveTracks()).toHaveLength(1);

  reloaded.session.setAudioOnly(false);
  await settled();
  expect(ownOf(reloaded)).toMatchObject({ isAudioOnly: false, videoOn: true });
  const again = page(luca, { kept: reloaded.vanish() });
  await again.session.resume();
  await settled();
  expect(ownOf(again)).toMatchObject({ isAudioOnly: false, videoOn: true });
});

test('after a reload of the page the peers still know what of their pictures is to suffer last', async () => {
  const { net, page, talk } = createCallWorld();
  const { caller } = await talk();
  caller.session.preferPictures('sharp');
  await settled();
  const reloaded = page(luca, { kept: caller.vanish() });
  await reloaded.session.resume();
  await settled();
  expect(ownOf(reloaded).prefers).toBe('sharp');
  const senders = net.connections
    .at(-1)
    ?.getTransceivers()
    .map(({ sender }) => sender.getParameters());
  expect(senders).toContainEqual(expect.objectContaining({ degradationPreference: 'maintain-resolution' }));
});
