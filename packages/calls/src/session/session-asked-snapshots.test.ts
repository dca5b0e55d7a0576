import { expect, test } from 'vitest';
import { ANSWER_MS, MAX_OPEN_ASKS, STILL_STORING_MS, STORED_MS } from '../snapshots/asked-snapshots';
import { PHOTOGRAPH_MS } from '../camera/photograph';
import { createCallWorld, createTalk, hostileSay, snapshotsOf, type Talk, type TestPage } from '../testing/call-world';
import { keysOf } from '../testing/fake-cipher';
import { giulia, luca } from '../testing/people';
import { deferred, settled } from '../testing/promises';

const PHOTOGRAPH = new Blob(['every pixel of the sensor'], { type: 'image/jpeg' });
const REFUSED = { code: 500, error: 'internal', message: '' };

const ask = async ({ giulia: page }: Talk) => {
  page.session.takeSnapshot(luca.uniqueId);
  await settled();
};
const contents = ({ server }: Talk) => [...server.files.values()].map((file) => (JSON.parse(file) as Sealed).text);
interface Sealed {
  readonly text: string;
}
const urlOf = (page: TestPage) => page.view('inCall').snapshots[0]?.url;

test('the participant’s device takes a photograph at the full size of its sensor', async () => {
  const talk = await createTalk();
  talk.luca.photograph = async () => PHOTOGRAPH;
  talk.giulia.session.takeSnapshot(luca.uniqueId);
  expect(snapshotsOf(talk.giulia)).toEqual(['1 saving']);
  await talk.pass(500);
  expect(contents(talk)).toEqual(['every pixel of the sensor']);
  expect(talk.server.pics).toMatchObject([{ contactUniqueId: luca.uniqueId }]);
  expect([snapshotsOf(talk.giulia), snapshotsOf(talk.luca)]).toEqual([['1 ready'], ['1 ready']]);
  expect(talk.giulia.view('inCall').unseenPics).toBe(0);
});

test('the asker sees the frame at once, then the photograph; all object URLs are revoked', async () => {
  const talk = await createTalk();
  const photograph = deferred<Blob>();
  talk.luca.photograph = () => photograph.promise;
  await ask(talk);
  const frame = urlOf(talk.giulia);
  expect(frame).toMatch(/^blob:/);
  photograph.resolve(PHOTOGRAPH);
  await talk.pass(500);
  expect(urlOf(talk.giulia)).not.toBe(frame);
  expect([talk.giulia.urls.size, talk.luca.urls.size]).toEqual([1, 1]);
});

test('without a photograph, or if it takes too long, the device gives its frame', async () => {
  const talk = await createTalk();
  await ask(talk);
  await talk.pass(500);
  talk.luca.photograph = () => new Promise(() => {});
  await ask(talk);
  await talk.pass(PHOTOGRAPH_MS + 500);
  expect(contents(talk)).toEqual(['frame of Luca Moretti', 'frame of Luca Moretti']);
  expect(talk.server.pics.map(({ contactUniqueId }) => contactUniqueId)).toEqual([luca.uniqueId, luca.uniqueId]);
});

test('if the page does not answer, the asker’s frame is stored', async () => {
  const talk = await createTalk();
  talk.net.dropMessages = true;
  await ask(talk);
  expect(snapshotsOf(talk.giulia)).toEqual(['1 saving']);
  await talk.pass(ANSWER_MS + 500);
  expect(contents(talk)).toEqual(['frame of of 1']);
  expect(talk.server.pics).toMatchObject([{ contactUniqueId: giulia.uniqueId }]);
  expect(snapshotsOf(talk.giulia)).toEqual(['1 ready']);
});

test('a camera that is off is answered at once', async () => {
  const talk = await createTalk();
  talk.luca.session.setVideo(false);
  await ask(talk);
  await talk.pass(500);
  expect(contents(talk)).toEqual(['frame of of 1']);
});

test('if the server refuses the photograph, the asker’s frame is stored once', async () => {
  const talk = await createTalk();
  talk.server.fail('addCallPic', REFUSED);
  await ask(talk);
  await talk.pass(500);
  expect(contents(talk)).toEqual(['frame of of 1']);
  expect([snapshotsOf(talk.giulia), snapshotsOf(talk.luca)]).toEqual([['1 ready'], ['1 ready']]);
});

test('after leaving, the participant has one minute to upload', async () => {
  const talk = await createTalk();
  talk.server.hold('addCallPic', 'asked');
  await ask(talk);
  talk.luca.vanish();
  await talk.pass(STORED_MS / 2);
  expect(talk.server.pics).toEqual([]);
  await talk.pass(STORED_MS / 2 + 500);
  expect(talk.giulia.view('closed').snapshots).toMatchObject([{ state: 'ready' }]);
  expect(contents(talk)).toEqual(['frame of of 1']);
});

test('a snapshot requested just before the end is stored, and both have it', async () => {
  const talk = await createTalk();
  talk.luca.photograph = () => new Promise(() => {});
  await ask(talk);
  talk.giulia.session.hangUp();
  await settled();
  await settled();
  expect(contents(talk)).toEqual(['frame of of 1']);
  expect(keysOf([...talk.server.files.values()][0])).toEqual([giulia.publicKey, luca.publicKey]);
  expect(talk.giulia.view('closed').snapshots).toMatchObject([{ state: 'ready' }]);
});

test('if both upload, the server stores the first, and both show it', async () => {
  const talk = await createTalk();
  talk.luca.photograph = async () => PHOTOGRAPH;
  const release = talk.server.hold('addCallPic', 'asked');
  await ask(talk);
  talk.net.dropMessages = true;
  await talk.pass(STORED_MS + 500);
  release();
  await talk.pass(500);
  expect(talk.server.pics).toHaveLength(1);
  expect(contents(talk)).toEqual(['frame of of 1']);
  for (const page of [talk.giulia, talk.luca]) {
    expect(snapshotsOf(page)).toEqual(['1 ready']);
    expect(page.view('inCall').snapshots[0]?.pic.contactUniqueId).toBe(giulia.uniqueId);
  }
});

test('on a slow network the asker waits as long as the device reports the upload', async () => {
  const talk = await createTalk();
  talk.luca.photograph = async () => PHOTOGRAPH;
  const release = talk.server.hold('addCallPic', 'asked');
  await ask(talk);
  await talk.pass(5 * STORED_MS);
  expect(talk.server.pics).toEqual([]);
  release();
  await talk.pass(500);
  expect(contents(talk)).toEqual(['every pixel of the sensor']);
  expect([snapshotsOf(talk.giulia), snapshotsOf(talk.luca)]).toEqual([['1 ready'], ['1 ready']]);
});

test.each(['giulia', 'luca'] as const)(
  'a photograph that is being uploaded when %s hangs up is stored, not the frame',
  async (who) => {
    const talk = await createTalk();
    talk.luca.photograph = async () => PHOTOGRAPH;
    const release = talk.server.hold('addCallPic', 'asked');
    await ask(talk);
    talk[who].session.hangUp();
    await talk.pass(STILL_STORING_MS);
    talk[who].session.dismiss();
    release();
    await talk.pass(STORED_MS);
    expect(contents(talk)).toEqual(['every pixel of the sensor']);
    expect(talk[who].urls.size).toBe(0);
  },
);

test('a failed photograph is answered, and does not block the next one', async () => {
  const talk = await createTalk();
  talk.luca.photograph = () => {
    throw new Error('The camera has gone mad');
  };
  await ask(talk);
  await talk.pass(500);
  talk.luca.photograph = async () => PHOTOGRAPH;
  await ask(talk);
  await talk.pass(500);
  expect(contents(talk)).toContain('every pixel of the sensor');
  expect(talk.server.pics).toHaveLength(2);
});

test('a failed frame is answered, and does not block the next one', async () => {
  const talk = await createTalk();
  const { capture } = talk.luca;
  talk.luca.capture = () => {
    throw new Error('The browser has no canvas');
  };
  await ask(talk);
  await talk.pass(500);
  talk.luca.capture = capture;
  await ask(talk);
  await talk.pass(500);
  expect(contents(talk)).toEqual(['frame of of 1', 'frame of Luca Moretti']);
});

test('who asks is who took it, on each page, whichever device stores it', async () => {
  const talk = await createTalk();
  const takers = (page: TestPage) => page.view('inCall').snapshots.map(({ takenBy }) => takenBy);
  const photograph = deferred<Blob>();
  talk.luca.photograph = () => photograph.promise;
  await ask(talk);
  expect([takers(talk.giulia), takers(talk.luca)]).toEqual([[giulia.name], [giulia.name]]);
  photograph.resolve(PHOTOGRAPH);
  await talk.pass(500);
  talk.luca.session.takeSnapshot(null);
  await talk.pass(500);
  talk.luca.session.setVideo(false);
  talk.giulia.session.freeze(luca.uniqueId);
  await talk.pass(500);
  const stored = talk.server.pics.map(({ contactUniqueId, takenByUniqueId }) => [contactUniqueId, takenByUniqueId]);
  expect(stored).toEqual([
    [luca.uniqueId, giulia.uniqueId],
    [luca.uniqueId, undefined],
    [giulia.uniqueId, undefined],
  ]);
  for (const page of [talk.giulia, talk.luca]) expect(takers(page)).toEqual([giulia.name, luca.name, giulia.name]);
});

test('only a controller may ask', async () => {
  const world = createCallWorld();
  await world.talk(world.page(giulia), world.page(luca));
  await hostileSay(world, { type: 'askSnapshot', requestId: 'r' });
  await world.pass(500);
  expect(world.server.pics).toEqual([]);
});

test('a thousand requests open the camera only a few times', async () => {
  const world = createCallWorld();
  const { caller } = await world.talk();
  let taken = 0;
  caller.photograph = async () => {
    taken += 1;
    return new Promise(() => {});
  };
  for (let turn = 0; turn < 1000; turn += 1) await hostileSay(world, { type: 'askSnapshot', requestId: `r${turn}` });
  await world.pass(30_000);
  expect(taken).toBeLessThanOrEqual(MAX_OPEN_ASKS);
  expect(world.server.pics.length).toBeLessThanOrEqual(MAX_OPEN_ASKS);
});

test('an answer without a request, or by another participant, is ignored', async () => {
  const talk = await createTalk();
  await hostileSay(talk, { type: 'snapshotAnswer', requestId: 'r', isTaken: false });
  await hostileSay(talk, { type: 'snapshotAnswer', requestId: 'r', isTaken: true });
  expect(snapshotsOf(talk.luca)).toEqual([]);
});
