import { expect, test } from 'vitest';
import { createCallWorld, hostileSay, snapshotsOf, type TestPage, withSnapshot } from '../testing/call-world';
import { cipherOf, inSight } from '../testing/fake-cipher';
import { ASK_EVERY_MS } from '../messages/late-keys';
import { EXPECTED_MAX } from '../snapshots/previews';
import { LARGE_PICTURE } from '@earth/messaging';
import { giulia, luca, marco, paolo } from '../testing/people';
import { settled } from '../testing/promises';

const stageOf = (page: TestPage) => {
  const { mode, selectedPicId, shownBy } = page.view('inCall');
  return { mode, selectedPicId, shownBy };
};
const LIVE = { mode: 'GUIMODE_LIVECAMERA', selectedPicId: null, shownBy: null };
const shows = (selectedPicId: string, shownBy: string | null) => ({
  mode: 'GUIMODE_ANNOTATIONS',
  selectedPicId,
  shownBy,
});

test('a snapshot is listed at once, stored, and shown on both sides', async () => {
  const { talk } = createCallWorld();
  const { caller, callee } = await talk();
  caller.session.takeSnapshot(null);
  expect(snapshotsOf(caller)).toEqual(['1 saving']);
  await settled();
  await settled();
  expect([snapshotsOf(caller), snapshotsOf(callee)]).toEqual([['1 ready'], ['1 ready']]);
  expect(callee.view('inCall').unseenPics).toBe(1);
  expect(caller.view('inCall').unseenPics).toBe(0);
  callee.session.markPicsSeen();
  expect(callee.view('inCall')).toMatchObject({ unseenPics: 0, snapshots: [{ isNew: false }] });
});

test('a field user’s snapshot of another is the received frame', async () => {
  const { talk, server } = createCallWorld();
  const { caller } = await talk();
  caller.session.takeSnapshot(giulia.uniqueId);
  await settled();
  expect(server.pics).toMatchObject([{ contactUniqueId: luca.uniqueId }]);
  expect([...server.files.values()][0]).toContain('frame of of 0');
});

test('a snapshot of the user’s own picture; without a picture there is none', async () => {
  const { talk, server } = createCallWorld();
  const { caller } = await talk();
  caller.session.takeSnapshot(null);
  await settled();
  expect([...server.files.values()][0]).toContain('frame of Luca Moretti');
  caller.session.setVideo(false);
  caller.session.takeSnapshot(null);
  caller.session.takeSnapshot(marco.uniqueId);
  expect(snapshotsOf(caller)).toHaveLength(1);
});

test('a snapshot waits while the server is unreachable, and is stored once', async () => {
  const { server, talk, pass } = createCallWorld();
  const { caller, callee } = await talk();
  server.goAway();
  callee.session.takeSnapshot(null);
  await settled();
  expect(snapshotsOf(callee)).toEqual(['1 saving']);
  expect(callee.view('inCall').snapshots[0]?.url).not.toBeNull();
  server.comeBack();
  await pass(500);
  expect([snapshotsOf(callee), snapshotsOf(caller)]).toEqual([['1 ready'], ['1 ready']]);
  expect(server.pics).toHaveLength(1);
});

test('a refused snapshot has failed, keeps its picture, and can be retried', async () => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  server.fail('addCallPic', { code: 500, error: 'internal', message: '' });
  callee.session.takeSnapshot(null);
  await settled();
  expect(snapshotsOf(callee)).toEqual(['1 failed']);
  const [failed] = callee.view('inCall').snapshots;
  expect(failed?.url).toMatch(/^blob:/);
  expect(failed?.canDelete).toBe(true);
  callee.session.retryPic(failed?.pic.uniqueId ?? '');
  callee.session.retryPic(failed?.pic.uniqueId ?? '');
  expect(snapshotsOf(callee)).toEqual(['1 saving']);
  await settled();
  await settled();
  expect([snapshotsOf(callee), snapshotsOf(caller)]).toEqual([['1 ready'], ['1 ready']]);
  expect([...server.files.values()]).toEqual([expect.stringContaining('frame of Giulia Ferri')]);
});

test('the author can remove a failed snapshot', async () => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  server.fail('addCallPic', { code: 500, error: 'internal', message: '' });
  caller.session.takeSnapshot(null);
  await settled();
  const [failed] = caller.view('inCall').snapshots;
  await caller.session.deletePic(failed?.pic.uniqueId ?? '');
  expect([snapshotsOf(caller), snapshotsOf(callee), caller.urls.size]).toEqual([[], [], 0]);
  expect(server.asked).not.toContain('Luca deleteCallPic');
});

test('a snapshot whose answer was lost and that was deleted since is removed', async () => {
  const { server, talk, pass } = createCallWorld();
  const { caller } = await talk();
  server.fail('addCallPic', { code: 410, error: 'picDeleted', message: '' });
  caller.session.takeSnapshot(null);
  await pass(500);
  expect([snapshotsOf(caller), caller.urls.size, caller.keptUnsent.size]).toEqual([[], 0, 0]);
});

test('a failed download can be retried', async () => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  server.fail('getCallFile', { code: 404, error: 'notFound', message: '' });
  callee.session.takeSnapshot(null);
  await settled();
  await settled();
  expect(snapshotsOf(caller)).toEqual(['1 notLoaded']);
  caller.session.retryPic(caller.view('inCall').snapshots[0]?.pic.uniqueId ?? '');
  await settled();
  expect(snapshotsOf(caller)).toEqual(['1 ready']);
});

test('a controller deletes a snapshot: it disappears on both sides, and both screens return to live', async () => {
  const { server, caller, callee, picId } = await withSnapshot();
  callee.session.selectPic(picId);
  await settled();
  expect(stageOf(caller)).toEqual(shows(picId, 'Giulia Ferri'));
  await callee.session.deletePic(picId);
  await settled();
  expect([snapshotsOf(callee), snapshotsOf(caller), server.pics]).toEqual([[], [], []]);
  expect([stageOf(callee), stageOf(caller)]).toEqual([LIVE, LIVE]);
  expect([callee.urls.size, caller.urls.size]).toEqual([0, 0]);
});

test('only its author and controllers may delete a snapshot', async () => {
  const { caller, callee } = await createCallWorld().talk();
  for (const page of [callee, caller]) {
    page.session.takeSnapshot(null);
    await settled();
    await settled();
  }
  const mayDelete = (page: TestPage) => page.view('inCall').snapshots.map(({ canDelete }) => canDelete);
  expect(mayDelete(callee)).toEqual([true, true]);
  expect(mayDelete(caller)).toEqual([false, true]);
});

test('if deletion fails the snapshot stays; if another has deleted it, it is removed', async () => {
  const { server, callee, picId } = await withSnapshot();
  server.fail('deleteCallPic', { code: 0, error: null, message: '' });
  await expect(callee.session.deletePic(picId)).rejects.toMatchObject({ code: 0 });
  expect(snapshotsOf(callee)).toEqual(['1 ready']);
  server.pics.length = 0;
  await callee.session.deletePic(picId);
  expect(snapshotsOf(callee)).toEqual([]);
});

test('a list from before the deletion does not bring a snapshot back', async () => {
  const { server, caller, callee, picId } = await withSnapshot();
  const answer = server.hold('listCallPics', 'answered');
  caller.socket.close();
  caller.socket.open();
  await settled();
  await callee.session.deletePic(picId);
  await settled();
  expect(snapshotsOf(caller)).toEqual([]);
  answer();
  await settled();
  expect(snapshotsOf(caller)).toEqual([]);
});

test('a snapshot that is not sealed for the reader is unreadable', async () => {
  const { server, talk, pass } = createCallWorld();
  const { caller } = await talk();
  await server.apiOf(giulia, []).addCallPic({ id: '', picBase64: '{"text":"x","keys":[]}', cryptoSchema: 1 });
  // After the others have been asked for a key.
  await pass(ASK_EVERY_MS * 10);
  expect(snapshotsOf(caller)).toEqual(['1 unreadable']);
});

test('missed snapshots and deletions are found after reconnecting', async () => {
  const { server, caller, callee, picId, pass } = await withSnapshot();
  caller.socket.close();
  callee.session.takeSnapshot(null);
  await settled();
  server.pics.shift();
  caller.socket.open();
  await pass(500);
  expect(snapshotsOf(caller)).toEqual(['1 ready']);
  expect(caller.view('inCall').snapshots[0]?.pic.uniqueId).not.toBe(picId);
});

test('a snapshot that claims the id of a stored one does not replace it', async () => {
  const { server, picId, pass, caller, callee } = await withSnapshot();
  const [stored] = server.pics;
  if (!stored) throw new Error('There is no snapshot');
  callee.session.selectPic(picId);
  // The sender may choose any `clientId`.
  const other = { ...stored, uniqueId: '0190b000-0000-7000-8000-000000009999', clientId: picId };
  server.pics.push(other);
  server.push([luca.uniqueId], { messageType: 'CallPic', messageContent: { callPic: other } });
  await pass(500);
  expect(snapshotsOf(caller)).toEqual(['1 ready', '2 ready']);
  expect(stageOf(caller).selectedPicId).toBe(picId);
});

test('a peer’s list of snapshots only causes a poll of the server', async () => {
  const world = createCallWorld();
  const { caller } = await world.talk();
  world.server.asked.length = 0;
  const pic = {
    uniqueId: paolo.uniqueId,
    callUniqueId: paolo.uniqueId,
    imageFileName: 'x.jpg',
    contactUniqueId: giulia.uniqueId,
    date: '2026-01-05T10:00:00.000Z',
    cryptoSchema: 0,
    clientId: null,
  } as const;
  await hostileSay(world, { type: 'pic', pics: [pic] });
  expect(world.server.asked).toEqual(['Luca listCallPics']);
  expect(snapshotsOf(caller)).toEqual([]);
});

test('object URLs are revoked when the closed call is dismissed, not before', async () => {
  const { caller, callee } = await withSnapshot();
  caller.session.hangUp();
  await settled();
  expect(caller.view('closed')).toMatchObject({ snapshots: [{ state: 'ready' }], messages: [] });
  expect(caller.urls.size).toBe(1);
  caller.session.dismiss();
  callee.session.dispose();
  expect([caller.urls.size, callee.urls.size]).toEqual([0, 0]);
});

test('A4.23: peers follow: live cameras deselect the snapshot, annotations select it', async () => {
  const { caller, callee, picId } = await withSnapshot();
  callee.session.selectPic(picId);
  await settled();
  expect(stageOf(callee)).toEqual(shows(picId, null));
  expect(stageOf(caller)).toEqual(shows(picId, 'Giulia Ferri'));
  callee.session.selectPic(null);
  await settled();
  expect([stageOf(callee), stageOf(caller)]).toEqual([LIVE, LIVE]);
});

test('A4.21: only a controller switches the mode; others change their own screen only', async () => {
  const { caller, callee, picId } = await withSnapshot();
  caller.session.selectPic(picId);
  await settled();
  expect(stageOf(caller)).toEqual(shows(picId, null));
  expect(stageOf(callee)).toEqual(LIVE);
});

test('A4.22: only a controller sends the mode; the mode of others changes nothing for peers', async () => {
  const world = createCallWorld();
  const { caller, callee } = await world.talk(world.page(giulia), world.page(luca));
  const picUniqueId = paolo.uniqueId;
  await hostileSay(world, { type: 'update_video_screen_state', state: 'GUIMODE_ANNOTATIONS', picUniqueId });
  await hostileSay(world, { type: 'onPicSelected', picUniqueId });
  expect([stageOf(caller), stageOf(callee)]).toEqual([LIVE, LIVE]);
});

test('a snapshot selected during its upload is announced when it is stored', async () => {
  const { server, talk, pass } = createCallWorld();
  const { caller, callee } = await talk();
  server.goAway();
  callee.session.takeSnapshot(null);
  await settled();
  callee.session.selectPic(callee.view('inCall').snapshots[0]?.pic.uniqueId ?? '');
  await settled();
  expect(stageOf(caller)).toEqual(LIVE);
  server.comeBack();
  await pass(500);
  const picId = server.pics[0]?.uniqueId ?? '';
  expect(stageOf(callee)).toEqual(shows(picId, null));
  expect(stageOf(caller)).toEqual(shows(picId, 'Giulia Ferri'));
});

test('a controller freezes the live picture: everybody sees that frame', async () => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  const release = server.hold('addCallPic', 'asked');
  callee.session.freeze(luca.uniqueId);
  await settled();
  const [frozen] = callee.view('inCall').snapshots;
  expect(frozen?.url).toMatch(/^blob:/);
  expect(stageOf(callee)).toEqual(shows(frozen?.pic.uniqueId ?? '', null));
  release();
  await settled();
  await settled();
  const picId = server.pics[0]?.uniqueId ?? '';
  expect([...server.files.values()][0]).toContain('frame of of 1');
  expect([stageOf(callee), stageOf(caller)]).toEqual([shows(picId, null), shows(picId, 'Giulia Ferri')]);
});

test('only controllers can freeze, and only a picture that exists', async () => {
  const { talk } = createCallWorld();
  const { caller, callee } = await talk();
  caller.session.freeze(giulia.uniqueId);
  callee.session.freeze(marco.uniqueId);
  callee.session.setVideo(false);
  callee.session.freeze(null);
  await settled();
  for (const page of [caller, callee]) expect([snapshotsOf(page), stageOf(page)]).toEqual([[], LIVE]);
});

test('a page that joins or reconnects asks the controller what is shown', async () => {
  const { page, caller, callee, picId } = await withSnapshot();
  callee.session.selectPic(picId);
  await settled();
  const reloaded = page(luca, { kept: caller.vanish() });
  await reloaded.session.resume();
  await settled();
  expect(stageOf(reloaded)).toEqual(shows(picId, 'Giulia Ferri'));
  expect(reloaded.view('inCall').unseenPics).toBe(0);
});

test('a controller who reconnects sees the shown snapshot, and can return everybody to live', async () => {
  const world = await withSnapshot();
  const { page, caller, callee, picId } = world;
  callee.session.selectPic(picId);
  await settled();
  const reloaded = page(giulia, { kept: callee.vanish() });
  await reloaded.session.resume();
  await world.pass(1000);
  expect(stageOf(reloaded)).toEqual(shows(picId, null));
  expect(stageOf(caller)).toEqual(shows(picId, 'Giulia Ferri'));
  reloaded.session.selectPic(null);
  await settled();
  expect([stageOf(reloaded), stageOf(caller)]).toEqual([LIVE, LIVE]);
});

test('deleting the selected snapshot returns to live', async () => {
  const { server, caller, callee, picId } = await withSnapshot();
  callee.session.selectPic(picId);
  await settled();
  const messageContent = { callUniqueId: server.pics[0]?.callUniqueId ?? '', picUniqueId: picId };
  server.push([luca.uniqueId, giulia.uniqueId], { messageType: 'CallPicDeleted', messageContent });
  expect([stageOf(callee), stageOf(caller)]).toEqual([LIVE, LIVE]);
  expect(caller.urls.size).toBe(0);
});

/** A photograph that is large enough to get a preview. */
const large = async () => new Blob(['photograph', 'x'.repeat(LARGE_PICTURE)], { type: 'image/jpeg' });
const previewsOf = (page: TestPage) =>
  page.view('inCall').snapshots.map(({ state, preview, url }) => [state, preview !== null, url !== null]);

test('the others see a preview of a large snapshot before it is stored, then the large picture', async () => {
  const { server, talk, pass } = createCallWorld({ maxFileBytes: 2 * LARGE_PICTURE });
  const { caller, callee } = await talk();
  caller.photograph = large;
  server.goAway();
  caller.session.takeSnapshot(null);
  await settled();
  await settled();
  expect(server.pics).toEqual([]);
  expect([previewsOf(caller), previewsOf(callee)]).toEqual([[['saving', true, true]], [['loading', true, false]]]);
  expect(callee.view('inCall')).toMatchObject({
    unseenPics: 1,
    snapshots: [{ pic: { contactUniqueId: luca.uniqueId } }],
  });

  server.comeBack();
  await pass(500);
  expect([previewsOf(caller), previewsOf(callee)]).toEqual([[['ready', true, true]], [['ready', true, true]]]);
  expect(callee.view('inCall').snapshots.map(({ pic }) => pic)).toEqual(
    caller.view('inCall').snapshots.map(({ pic }) => pic),
  );
  await callee.session.deletePic(server.pics[0]?.uniqueId ?? '');
  await settled();
  expect([callee.urls.size, caller.urls.size]).toEqual([0, 0]);
});

test('two equal photographs are two snapshots, each with its own URLs', async () => {
  const { talk } = createCallWorld({ maxFileBytes: 2 * LARGE_PICTURE });
  const { caller, callee } = await talk();
  const photograph = await large();
  caller.photograph = async () => photograph;
  for (const _ of ['one', 'other']) {
    caller.session.takeSnapshot(null);
    await settled();
    await settled();
  }
  for (const page of [caller, callee]) {
    expect(previewsOf(page)).toEqual([
      ['ready', true, true],
      ['ready', true, true],
    ]);
    expect(page.urls.size).toBe(4);
  }
});

test('a preview is removed if the large picture is refused, or if its sender leaves', async () => {
  const { server, talkOfThree } = createCallWorld({ maxFileBytes: 2 * LARGE_PICTURE });
  const { caller, third } = await talkOfThree();
  third.photograph = large;
  server.fail('addCallPic', { code: 500, error: 'internal', message: '' });
  third.session.takeSnapshot(null);
  await settled();
  await settled();
  expect([snapshotsOf(third), snapshotsOf(caller), caller.urls.size]).toEqual([['1 failed'], [], 0]);

  server.hold('addCallPic', 'asked');
  third.session.takeSnapshot(null);
  await settled();
  await settled();
  expect(snapshotsOf(caller)).toEqual(['1 loading']);
  third.session.hangUp();
  await settled();
  expect([snapshotsOf(caller), caller.urls.size]).toEqual([[], 0]);
});

test('a peer’s preview replaces nothing, must be readable, and is limited in number', async () => {
  const world = createCallWorld();
  const { server } = world;
  // Connection 1 is the callee's: its messages reach the caller.
  const { callee: peer, caller: victim } = await world.talk();
  const place = { kind: 'preview', within: server.callId, id: null } as const;
  const sealedFor = async (reader: typeof luca) =>
    inSight(await cipherOf(peer.contact, 1).sealFile(1, new Blob(['small']), [reader], place));
  const say = async (clientId: string, preview: string | null) =>
    hostileSay(world, { type: 'picPreview', clientId, cryptoSchema: 1, preview });
  victim.session.takeSnapshot(null);
  await settled();
  const mine = server.pics[0]?.clientId ?? '';
  await say(mine, await sealedFor(luca));
  await say(mine, null);
  await say('closed', await sealedFor(marco));
  await settled();
  expect(snapshotsOf(victim)).toEqual(['1 ready']);

  for (let one = 0; one <= EXPECTED_MAX; one += 1) {
    await say(`p-${one}`, await sealedFor(luca));
    await settled();
  }
  expect(snapshotsOf(victim)).toHaveLength(1 + EXPECTED_MAX);
});
