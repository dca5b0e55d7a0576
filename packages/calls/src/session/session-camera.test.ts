import type { PeerMessage } from '@earth/contracts';
import { expect, test } from 'vitest';
import type { CameraAbilities } from '../ports';
import {
  createCallWorld,
  createTalk as createTalkWith,
  hostileSay,
  type Talk,
  type TestPage,
} from '../testing/call-world';
import { giulia, luca, marco } from '../testing/people';
import { settled } from '../testing/promises';

const ABLE: CameraAbilities = { torch: true, zoom: { min: 1, max: 8, step: 0.5, value: 1 } };

/** Luca’s phone has a light and a zoom. */
const createTalk = (abilities = ABLE) => createTalkWith(abilities);

const seenBy = (page: TestPage) => page.view('inCall').people[0]?.camera;
const ownOf = (page: TestPage) => page.view('inCall').local;

async function agree({ giulia: controller, luca: field }: Talk) {
  controller.session.askCamera(luca.uniqueId);
  await settled();
  field.session.answerCamera(giulia.uniqueId, true);
  await settled();
}

test('only controllers get the state of another’s camera', async () => {
  const talk = await createTalk();
  expect(seenBy(talk.giulia)).toEqual({
    control: 'none',
    facing: 'environment',
    canFlip: true,
    torch: false,
    zoom: ABLE.zoom,
  });
  expect(seenBy(talk.luca)).toBeNull();
});

test('a command without consent is ignored', async () => {
  const talk = await createTalk();
  talk.giulia.session.commandCamera(luca.uniqueId, { torch: true });
  for (const command of [{ torch: true }, { zoom: 4 }, { facing: 'user' as const }])
    await hostileSay(talk, { type: 'camera', ...command });
  talk.giulia.session.askCamera(luca.uniqueId);
  await settled();
  await hostileSay(talk, { type: 'camera', torch: true });
  expect(talk.luca.adjustments).toEqual([]);
  expect(ownOf(talk.luca)).toMatchObject({ torch: false, zoom: ABLE.zoom, facing: 'environment' });
});

test('with consent, light, zoom and direction follow commands, and are announced', async () => {
  const talk = await createTalk();
  talk.giulia.session.askCamera(luca.uniqueId);
  await settled();
  expect(talk.luca.view('inCall').cameraAskedBy).toEqual(giulia);
  expect(seenBy(talk.giulia)?.control).toBe('asked');
  talk.luca.session.answerCamera(giulia.uniqueId, true);
  await settled();
  expect(talk.luca.view('inCall')).toMatchObject({ cameraAskedBy: null, cameraHeldBy: [giulia] });

  talk.giulia.session.commandCamera(luca.uniqueId, { torch: true });
  await settled();
  talk.giulia.session.commandCamera(luca.uniqueId, { zoom: 4 });
  await settled();
  expect(talk.luca.adjustments).toEqual([
    { torch: true, zoom: 1 },
    { torch: true, zoom: 4 },
  ]);
  expect(seenBy(talk.giulia)).toMatchObject({ control: 'granted', torch: true, zoom: { value: 4 } });
  talk.giulia.session.commandCamera(luca.uniqueId, { facing: 'user' });
  await settled();
  await settled();
  expect(ownOf(talk.luca)).toMatchObject({ facing: 'user', torch: false });
  expect(seenBy(talk.giulia)).toMatchObject({ facing: 'user', torch: false });
});

test('a refusal holds for the call, and the user is not asked again', async () => {
  const talk = await createTalk();
  talk.giulia.session.askCamera(luca.uniqueId);
  await settled();
  talk.luca.session.answerCamera(giulia.uniqueId, false);
  await settled();
  expect(seenBy(talk.giulia)?.control).toBe('refused');
  for (let turn = 0; turn < 100; turn += 1) await hostileSay(talk, { type: 'askCamera' });
  expect(talk.luca.view('inCall')).toMatchObject({ cameraAskedBy: null, cameraHeldBy: [] });
});

test('a consent can be withdrawn at any time', async () => {
  const talk = await createTalk();
  await agree(talk);
  talk.luca.session.answerCamera(giulia.uniqueId, false);
  await hostileSay(talk, { type: 'camera', torch: true });
  expect(talk.luca.adjustments).toEqual([]);
  expect(talk.luca.view('inCall').cameraHeldBy).toEqual([]);
  expect(seenBy(talk.giulia)?.control).toBe('refused');
});

test('zoom is clamped to the camera’s range, and a missing light is ignored', async () => {
  const talk = await createTalk({ torch: false, zoom: ABLE.zoom });
  await agree(talk);
  for (const command of [{ zoom: 900 }, { torch: true }]) talk.giulia.session.commandCamera(luca.uniqueId, command);
  await settled();
  expect(talk.luca.adjustments).toEqual([{ zoom: 8 }]);
});

test('a thousand flips open the camera only a few times', async () => {
  const talk = await createTalk();
  await agree(talk);
  const opened = talk.luca.tracks.length;
  for (let turn = 0; turn < 1000; turn += 1)
    void hostileSay(talk, { type: 'camera', facing: turn % 2 === 0 ? 'user' : 'environment' });
  await settled();
  await settled();
  expect(talk.luca.tracks.length - opened).toBeLessThan(5);
});

test('the user’s own light and zoom need no consent, and a camera that is off has none', async () => {
  const talk = await createTalk();
  talk.luca.session.setTorch(true);
  talk.luca.session.setZoom(2);
  await settled();
  expect(ownOf(talk.luca)).toMatchObject({ torch: true, zoom: { value: 2 } });
  talk.luca.session.setVideo(false);
  await settled();
  expect(ownOf(talk.luca)).toMatchObject({ torch: null, zoom: null });
  expect(seenBy(talk.giulia)).toMatchObject({ torch: null, zoom: null, canFlip: false });
});

test('a controller’s camera cannot be switched by others', async () => {
  const world = createCallWorld();
  const { caller } = await world.talk(world.page(giulia), world.page(luca));
  const messages: PeerMessage[] = [{ type: 'askCamera' }, { type: 'camera', facing: 'environment' }];
  for (const message of messages) await hostileSay(world, message);
  expect(caller.view('inCall')).toMatchObject({ cameraAskedBy: null, cameraHeldBy: [], local: { facing: 'user' } });
});

test('a controller who reloads keeps the consent', async () => {
  const talk = await createTalk();
  await agree(talk);
  const kept = talk.giulia.vanish();
  const reloaded = talk.page(giulia, { kept });
  await reloaded.session.resume();
  await settled();
  expect(seenBy(reloaded)?.control).toBe('granted');
});

test('answers hold for the call, even if the page with the camera is reloaded', async () => {
  for (const isGranted of [true, false]) {
    const talk = await createTalk();
    talk.giulia.session.askCamera(luca.uniqueId);
    await settled();
    talk.luca.session.answerCamera(giulia.uniqueId, isGranted);
    await settled();
    const reloaded = talk.page(luca, { kept: talk.luca.vanish() });
    reloaded.abilities = ABLE;
    await reloaded.session.resume();
    await settled();
    expect(reloaded.view('inCall').cameraHeldBy).toEqual(isGranted ? [giulia] : []);
    expect(seenBy(talk.giulia)?.control).toBe(isGranted ? 'granted' : 'refused');
  }
});

test('of two requests, the first is shown first', async () => {
  const world = createCallWorld();
  const field = world.page(luca);
  field.abilities = ABLE;
  const { caller, callee } = await world.talk(field);
  const third = world.page(marco);
  await world.add(callee, third);
  await settled();
  third.session.askCamera(luca.uniqueId);
  await settled();
  callee.session.askCamera(luca.uniqueId);
  await settled();
  expect(caller.view('inCall').cameraAskedBy).toEqual(marco);
});
