/** AR: Luca, who is assisted, shows his hands over the snapshot that Giulia selects. */
import { expect, test } from 'vitest';
import { createCallWorld, hostileSay, type TestPage } from '../testing/call-world';
import { giulia, luca } from '../testing/people';
import { settled } from '../testing/promises';

const arOf = (page: TestPage) => page.view('inCall').local.ar;
const lucaAt = (page: TestPage) => page.view('inCall').people[0];

/** A call with a snapshot, which is not selected. Luca has AR on. */
async function createArTalk(isOn = true) {
  const world = createCallWorld();
  const page = world.page(luca);
  page.ar.on = isOn;
  const { caller, callee } = await world.talk(page);
  callee.session.takeSnapshot(null);
  await settled();
  await settled();
  const picId = callee.view('inCall').snapshots[0]?.pic.uniqueId ?? '';
  const select = async (selected: string | null) => {
    callee.session.selectPic(selected);
    await settled();
  };
  /** The label of the picture that Luca sends. */
  const sent = () =>
    world.net.connections[0]
      ?.getTransceivers()
      .map(({ sender }) => sender.track)
      .find((track) => track?.kind === 'video')?.label;
  return { world, luca: caller, giulia: callee, picId, select, sent };
}

test('A4.30, A4.29: with AR on and learnt, the processed video replaces the camera while a snapshot is selected, and is announced', async () => {
  const talk = await createArTalk();
  talk.luca.ar.camera.finish();
  expect(talk.sent()).toBe(luca.name);
  await talk.select(talk.picId);
  expect(talk.sent()).toBe('foreground');
  expect(
    arOf(talk.luca)
      ?.foreground?.getTracks()
      .map(({ label }) => label),
  ).toEqual(['foreground']);
  expect(lucaAt(talk.giulia)).toMatchObject({ isAr: true, hasVideo: true });
  await talk.select(null);
  expect(talk.sent()).toBe(luca.name);
  expect([lucaAt(talk.giulia)?.isAr, talk.luca.ar.camera.isProcessing]).toEqual([false, false]);
});

test('A4.30: a snapshot that is selected during the training shows the foreground when the training ends', async () => {
  const talk = await createArTalk();
  await talk.select(talk.picId);
  const { events } = talk.luca.ar.camera;
  events.onProgress(97);
  expect(talk.sent()).toBe(luca.name);
  events.onProgress(100);
  expect(talk.sent()).toBe('foreground');
});

test('A3.27, A4.31: the training is started, in progress by percent, and ended; it can be repeated', async () => {
  const talk = await createArTalk();
  const training = () => arOf(talk.luca)?.training;
  expect(training()).toEqual({ state: 'started' });
  talk.luca.ar.camera.events.onProgress(50);
  expect(training()).toEqual({ state: 'progress', percent: 50 });
  talk.luca.ar.camera.events.onProgress(100);
  expect(training()).toEqual({ state: 'ended' });
  await talk.select(talk.picId);
  talk.luca.session.learnBackground();
  expect([training(), talk.luca.ar.camera.learnings, talk.sent()]).toEqual([{ state: 'started' }, 2, luca.name]);
  talk.luca.ar.camera.events.onProgress(100);
  expect(talk.sent()).toBe('foreground');
  expect(talk.luca.ar.opened).toHaveLength(1);
});

test.each(['refused', 'missing', 'failed', 'moved'] as const)(
  'A8.11: the error callback «%s» returns to the camera, and AR can be tried again',
  async (problem) => {
    const talk = await createArTalk();
    talk.luca.ar.camera.finish();
    await talk.select(talk.picId);
    talk.luca.ar.camera.events.onError(problem);
    expect(arOf(talk.luca)).toMatchObject({ isOn: true, training: null, problem, preview: null, foreground: null });
    expect([talk.sent(), talk.luca.ar.running]).toEqual([luca.name, []]);
    await settled();
    expect(lucaAt(talk.giulia)?.isAr).toBe(false);
    talk.luca.session.learnBackground();
    talk.luca.ar.camera.finish();
    expect([talk.sent(), arOf(talk.luca)?.problem]).toEqual(['foreground', null]);
  },
);

test('A2.8: AR is switched on and off in the call, and the choice is stored', async () => {
  const talk = await createArTalk(false);
  expect([arOf(talk.luca)?.isOn, talk.luca.ar.opened]).toEqual([false, []]);
  talk.luca.session.setAr(true);
  expect([talk.luca.ar.on, talk.luca.ar.camera.besides]).toEqual([true, luca.name]);
  talk.luca.ar.camera.finish();
  await talk.select(talk.picId);
  talk.luca.session.setAr(false);
  expect([talk.luca.ar.on, talk.luca.ar.running, talk.sent()]).toEqual([false, [], luca.name]);
});

test('switched on and off a hundred times, no AR camera stays open', async () => {
  const talk = await createArTalk(false);
  await talk.select(talk.picId);
  for (let time = 0; time < 100; time += 1) {
    talk.luca.session.setAr(true);
    if (time % 2 === 0) talk.luca.ar.camera.finish();
    talk.luca.session.setAr(false);
  }
  expect([talk.luca.ar.opened.length, talk.luca.ar.running, talk.sent()]).toEqual([100, [], luca.name]);
});

test('AR lasts as long as the camera: it is off while that is off, and ends with the call', async () => {
  const talk = await createArTalk();
  talk.luca.session.setVideo(false);
  expect([talk.luca.ar.running, arOf(talk.luca)?.training]).toEqual([[], null]);
  talk.luca.session.setVideo(true);
  await settled();
  expect(talk.luca.ar.running).toHaveLength(1);
  talk.luca.session.changeDevice('arCamera');
  expect([talk.luca.ar.opened.length, talk.luca.ar.running.length]).toEqual([3, 1]);
  talk.giulia.session.hangUp();
  await settled();
  expect(talk.luca.ar.running).toEqual([]);
});

test('a snapshot that Luca takes during AR is of his camera; nobody takes one of the foreground', async () => {
  const talk = await createArTalk();
  talk.luca.ar.camera.finish();
  await talk.select(talk.picId);
  const before = talk.world.server.files.size;
  talk.giulia.session.takeSnapshot(luca.uniqueId);
  await talk.world.pass(500);
  expect(talk.world.server.files.size).toBe(before);
  talk.luca.session.takeSnapshot(null);
  await talk.world.pass(500);
  expect([...talk.world.server.files.values()].at(-1)).toContain(`frame of ${luca.name}`);
});

test('a participant who reconnects is told that AR is on', async () => {
  const talk = await createArTalk();
  talk.luca.ar.camera.finish();
  await talk.select(talk.picId);
  const reloaded = talk.world.page(giulia, { kept: talk.giulia.vanish() });
  await reloaded.session.resume();
  await settled();
  expect(lucaAt(reloaded)?.isAr).toBe(true);
});

test('A5.8: where AR is not offered, nothing opens it', async () => {
  const world = createCallWorld();
  const page = world.page(luca, { hasAr: false });
  const { caller } = await world.talk(page);
  caller.session.setAr(true);
  caller.session.learnBackground();
  expect([arOf(caller), caller.ar.opened]).toEqual([null, []]);
  await hostileSay(world, { type: 'ar', enabled: true });
  expect(lucaAt(caller)?.isAr).toBe(true);
});
