import { type DrawingEntry, LOG_ENTRIES_MAX } from '@earth/contracts';
import { expect, test, vi } from 'vitest';
import { STORE_AFTER_MS } from '../drawing/archive';
import { ASK_EVERY_MS } from '../drawing/drawings';
import { FRAME_MS, LASER_MS } from '@earth/annotations';
import { MISSED_MAX } from '../drawing/missed';
import { createCallWorld, type TestPage, hostileSay } from '../testing/call-world';
import { draw, drawn, HERS, HIS, withDrawing } from '../testing/drawing-world';
import { giulia, luca } from '../testing/people';
import { settled } from '../testing/promises';

const entries: DrawingEntry[] = [
  { op: 'begin', tool: 'pen', at: [1, 2], width: 3 },
  { op: 'move', points: [[3, 4]] },
];
test('a controller’s stroke appears on the other side while the pen moves, in their colour and place', async () => {
  const { clock, caller, callee, picId } = await withDrawing();
  const { drawing } = callee.session;
  drawing.begin(picId, { tool: 'pen', at: [100.123, 50], width: 4 });
  drawing.move([[110, 50]]);
  await settled();
  expect(drawn(caller, picId)).toEqual([`${HERS} pen 100.1,50 110,50`]);
  expect(caller.session.drawing.getDrawing(picId).strokes[0]).toMatchObject({ isOpen: true, width: 4 });

  drawing.move([[120, 50]]);
  drawing.move([[130, 50]]);
  clock.increment(FRAME_MS);
  await settled();
  expect(drawn(caller, picId)).toEqual([`${HERS} pen 100.1,50 110,50 120,50 130,50`]);
  drawing.end();
  await settled();
  expect(caller.session.drawing.getDrawing(picId)).toEqual({
    ...callee.session.drawing.getDrawing(picId),
    canUndo: false,
    canClear: false,
    own: [],
  });
});

test('pen pressure reaches the other side, and the stored drawing', async () => {
  const world = createCallWorld();
  const { caller, callee, picId, pass } = await withDrawing(world);
  const { drawing } = callee.session;
  drawing.begin(picId, { tool: 'pen', at: [1, 1, 12], width: 4 });
  drawing.move([
    [5, 1, 60],
    [9, 1, 100],
  ]);
  drawing.end();
  await settled();
  expect(drawn(caller, picId)).toEqual([`${HERS} pen 1,1,12 5,1,60 9,1,100`]);
  await pass(STORE_AFTER_MS);
  const kept = callee.vanish();
  const back = world.page(giulia, { kept });
  await back.session.resume();
  await pass(1000);
  back.session.selectPic(picId);
  await settled();
  expect(drawn(back, picId)).toEqual(drawn(caller, picId));
});

test('a moving pen does not change the call’s view', async () => {
  const { caller, callee, picId } = await withDrawing();
  const [before, seenBefore] = [callee.session.getView(), caller.session.getView()];
  draw(callee, picId, 1);
  await settled();
  expect(drawn(caller, picId)).toHaveLength(1);
  expect([callee.session.getView(), caller.session.getView()]).toEqual([before, seenBefore]);
  expect(callee.session.getView()).toBe(before);
});

test('listeners are notified once a frame, whatever a peer sends', async () => {
  const call = await withDrawing();
  await call.pass(500);
  let told = 0;
  call.caller.session.drawing.subscribe(() => (told += 1));
  for (let x = 0; x < 50; x += 1) await hostileSay(call, { type: 'laser', picUniqueId: call.picId, x, y: 1 });
  expect(told).toBe(1);
  call.clock.increment(FRAME_MS);
  expect(told).toBe(2);
  expect(call.caller.session.drawing.getLasers(call.picId)[0]?.trail.at(-1)).toMatchObject({ point: [49, 1] });
});

test('texts appear while typed, and markers are numbered automatically', async () => {
  const { caller, callee, picId } = await withDrawing();
  const { drawing } = callee.session;
  for (const x of [1, 2]) {
    drawing.begin(picId, { tool: 'marker', at: [x, 0], width: 4 });
    drawing.end();
  }
  drawing.begin(picId, { tool: 'text', at: [7, 7], width: 4 });
  drawing.write('Shaft seal');
  await settled();
  expect(drawn(caller, picId).at(-1)).toBe(`${HERS} text 7,7 «Shaft seal»`);
  expect(caller.session.drawing.getDrawing(picId).strokes.map(({ number }) => number)).toEqual([1, 2, 0]);
  expect(drawing.getDrawing(picId).nextNumber).toBe(3);
});

test('an author can edit their own texts, on both sides, and nothing else', async () => {
  const { clock, caller, callee, picId } = await withDrawing(createCallWorld({ fieldUsersDraw: true }));
  const { drawing } = callee.session;
  draw(callee, picId, 1);
  drawing.begin(picId, { tool: 'text', at: [7, 7], width: 4 });
  drawing.write('Valve 2');
  drawing.end();
  await settled();
  const [pen, text] = drawing.getDrawing(picId).strokes;
  expect(drawing.getDrawing(picId).own).toEqual([pen, text]);
  expect(caller.session.drawing.getDrawing(picId).own).toEqual([]);

  drawing.edit(picId, pen?.key ?? '');
  drawing.write('Pen');
  caller.session.drawing.edit(picId, text?.key ?? '');
  caller.session.drawing.write('Luca was here');
  caller.session.drawing.end();
  drawing.edit(picId, text?.key ?? '');
  await settled();
  const [line] = drawn(caller, picId);
  expect(drawn(caller, picId)).toEqual([line, `${HERS} text 7,7 «Valve 2»`]);

  drawing.write('Valve 3');
  clock.increment(FRAME_MS);
  drawing.end();
  await settled();
  for (const page of [caller, callee]) expect(drawn(page, picId)).toEqual([line, `${HERS} text 7,7 «Valve 3»`]);
  drawing.undo(picId);
  await settled();
  for (const page of [caller, callee]) expect(drawn(page, picId)).toEqual([line, `${HERS} text 7,7 «Valve 2»`]);
});

test('colour, width and an erased stroke reach the other side, and who joins later', async () => {
  const world = createCallWorld({ fieldUsersDraw: true });
  const { caller, callee, picId, pass } = await withDrawing(world);
  const { drawing } = callee.session;
  drawing.begin(picId, { tool: 'arrow', at: [1, 1], width: 8, color: '#ff3b30' });
  drawing.move([[5, 5]]);
  drawing.end();
  draw(callee, picId, 20);
  await settled();
  const red = '#ff3b30 arrow 1,1 5,5';
  expect(drawn(caller, picId)).toEqual([red, `${HERS} pen 20,10 21,10`]);
  expect(caller.session.drawing.getDrawing(picId).strokes[0]?.width).toBe(8);

  // Each erases only what is their own.
  const [arrow, pen] = drawing.getDrawing(picId).strokes;
  caller.session.drawing.erase(picId, arrow?.key ?? '');
  drawing.erase(picId, pen?.key ?? '');
  await settled();
  for (const page of [caller, callee]) expect(drawn(page, picId)).toEqual([red]);
  drawing.undo(picId);
  await settled();
  expect(drawn(caller, picId)).toHaveLength(2);
  drawing.redo(picId);
  await pass(STORE_AFTER_MS);

  // From the stored log alone.
  world.net.dropMessages = true;
  const back = world.page(luca, { kept: caller.vanish() });
  await back.session.resume();
  await pass(1000);
  back.session.selectPic(picId);
  await pass(1000);
  expect(drawn(back, picId)).toEqual([red]);
});

test('two participants draw at once, and each undoes only their own strokes', async () => {
  const { caller, callee, picId } = await withDrawing(createCallWorld({ fieldUsersDraw: true }));
  draw(callee, picId, 10);
  caller.session.drawing.begin(picId, { tool: 'arrow', at: [20, 0], width: 4 });
  draw(callee, picId, 30);
  caller.session.drawing.move([[25, 0]]);
  caller.session.drawing.end();
  await settled();
  const hers = [`${HERS} pen 10,10 11,10`, `${HERS} pen 30,10 31,10`];
  const all = [`${HIS} arrow 20,0 25,0`, ...hers];
  expect([drawn(caller, picId), drawn(callee, picId)]).toEqual([all, all]);

  caller.session.drawing.undo(picId);
  await settled();
  expect([drawn(caller, picId), drawn(callee, picId)]).toEqual([hers, hers]);
  callee.session.drawing.clear(picId);
  caller.session.drawing.redo(picId);
  await settled();
  expect([drawn(caller, picId), drawn(callee, picId)]).toEqual([[all[0]], [all[0]]]);
});

test('without the setting, a field user cannot draw, but can point', async () => {
  const { caller, callee, picId, pass } = await withDrawing();
  expect(caller.view('inCall').me.mayDraw).toBe(false);
  draw(caller, picId, 1);
  caller.session.drawing.point(picId, [12.34, 5]);
  await settled();
  expect([drawn(caller, picId), drawn(callee, picId)]).toEqual([[], []]);
  const [laser] = callee.session.drawing.getLasers(picId);
  expect(laser).toMatchObject({ contactId: luca.uniqueId, color: HIS, trail: [{ point: [12.3, 5] }] });
  await pass(LASER_MS + 500);
  expect(callee.session.drawing.getLasers(picId)).toEqual([]);
  expect(caller.session.drawing.getLasers(picId)).toEqual([]);
});

test('strokes by a field user without the right, or on a missing picture, are ignored', async () => {
  const world = createCallWorld();
  const { caller, callee } = await world.talk(world.page(giulia), world.page(luca));
  caller.session.takeSnapshot(null);
  await settled();
  await settled();
  const picId = caller.view('inCall').snapshots[0]?.pic.uniqueId ?? '';
  draw(callee, picId, 1);
  await hostileSay(world, { type: 'drawing', picUniqueId: picId, edition: 1, from: 0, entries });
  expect(drawn(caller, picId)).toEqual([]);
  caller.session.hangUp();

  const call = await withDrawing();
  const nowhere = luca.uniqueId;
  await hostileSay(call, { type: 'drawing', picUniqueId: nowhere, edition: 1, from: 0, entries });
  await hostileSay(call, { type: 'laser', picUniqueId: nowhere, x: 1, y: 1 });
  expect(drawn(call.caller, nowhere)).toEqual([]);
  expect(call.caller.session.drawing.getLasers(nowhere)).toEqual([]);
});

const editionOf = (page: TestPage, picId: string) =>
  Number(page.session.drawing.getDrawing(picId).strokes[0]?.key.split(':')[1]);

test('a peer’s entries go only to their own log', async () => {
  const call = await withDrawing(createCallWorld({ fieldUsersDraw: true }));
  const { caller, picId } = call;
  draw(caller, picId, 10);
  await settled();
  const say = { type: 'drawing', picUniqueId: picId, edition: editionOf(caller, picId) } as const;
  await hostileSay(call, { ...say, from: 3, entries: [{ op: 'clear' }] });
  await hostileSay(call, { ...say, from: 0, entries: [{ op: 'undo' }, ...entries, { op: 'clear' }] });
  expect(drawn(caller, picId)).toEqual([`${HIS} pen 10,10 11,10`]);
});

test('repeated entries are skipped, and missing ones are requested', async () => {
  const call = await withDrawing();
  const { caller, callee, picId } = call;
  draw(callee, picId, 10);
  await settled();
  const say = { type: 'drawing', picUniqueId: picId, edition: editionOf(callee, picId) } as const;
  const first = [`${HERS} pen 10,10 11,10`];
  await hostileSay(call, { ...say, from: 0, entries: [...entries, { op: 'end' }] });
  expect(drawn(caller, picId)).toEqual(first);
  await hostileSay(call, { ...say, from: LOG_ENTRIES_MAX, entries: [{ op: 'undo' }] });
  expect(drawn(caller, picId)).toEqual(first);

  // Two strokes are lost; the third reveals the gap.
  const channel = call.net.connections[1]?.channel;
  const lost = channel && vi.spyOn(channel, 'send').mockReturnValue();
  draw(callee, picId, 20);
  draw(callee, picId, 30);
  await settled();
  lost?.mockRestore();
  expect(drawn(caller, picId)).toEqual(first);
  await call.pass(ASK_EVERY_MS);
  draw(callee, picId, 40);
  await settled();
  expect(drawn(caller, picId)).toHaveLength(4);
  expect(drawn(caller, picId)).toEqual(drawn(callee, picId));
});

test('strokes on a picture that is unknown to the other side appear as soon as it is known', async () => {
  const world = createCallWorld();
  const { caller, callee } = await world.talk();
  const release = world.server.hold('listCallPics', 'answered');
  world.server.push = () => {};
  callee.session.takeSnapshot(null);
  await settled();
  await settled();
  const picId = callee.view('inCall').snapshots[0]?.pic.uniqueId ?? '';
  draw(callee, picId, 10);
  await settled();
  expect(caller.view('inCall').snapshots).toEqual([]);
  release();
  await world.pass(1000);
  expect(caller.view('inCall').snapshots).toHaveLength(1);
  expect(drawn(caller, picId)).toEqual([`${HERS} pen 10,10 11,10`]);
});

test('strokes on unknown pictures do not block those on later pictures', async () => {
  const world = createCallWorld({ fieldUsersDraw: true });
  const call = await world.talkOfThree();
  const { caller, callee, third } = call;
  const nowhere = (n: number) => `0190d000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  for (let n = 0; n < MISSED_MAX; n += 1)
    await hostileSay(world, { type: 'drawing', picUniqueId: nowhere(n), edition: 1, from: 0, entries });
  const release = world.server.hold('listCallPics', 'answered');
  world.server.push = () => {};
  third.session.takeSnapshot(null);
  await settled();
  await settled();
  const picId = third.view('inCall').snapshots[0]?.pic.uniqueId ?? '';
  draw(third, picId, 10);
  await settled();
  release();
  await world.pass(1000);
  expect(callee.view('inCall').snapshots).toHaveLength(1);
  expect([drawn(caller, picId).length, drawn(callee, picId).length]).toEqual([1, 1]);
});

test('a frozen picture can be drawn on at once; when it is stored, both sides see the drawing', async () => {
  const world = createCallWorld();
  const { server, pass } = world;
  const { caller, callee } = await world.talk();
  const release = server.hold('addCallPic', 'asked');
  callee.session.freeze(luca.uniqueId);
  await settled();
  const [frozen] = callee.view('inCall').snapshots;
  const provisionalId = frozen?.pic.uniqueId ?? '';
  expect(frozen?.canDraw).toBe(true);
  draw(callee, provisionalId, 10);
  const { drawing } = callee.session;
  drawing.begin(provisionalId, { tool: 'pen', at: [20, 10], width: 4 });
  await pass(STORE_AFTER_MS);
  const first = `${HERS} pen 10,10 11,10`;
  expect(drawn(callee, provisionalId)).toEqual([first, `${HERS} pen 20,10`]);
  expect([...world.drafts, ...server.drawings]).toEqual([]);

  release();
  await pass(500);
  // The stroke that was open when it was stored continues.
  drawing.move([[25, 10]]);
  drawing.end();
  await pass(STORE_AFTER_MS);
  const picId = server.pics[0]?.uniqueId ?? '';
  for (const page of [callee, caller])
    expect([page.view('inCall').selectedPicId, drawn(page, picId)]).toEqual([
      picId,
      [first, `${HERS} pen 20,10 25,10`],
    ]);
  expect(drawn(callee, provisionalId)).toEqual([]);
  expect(server.drawings).toMatchObject([{ picUniqueId: picId, entries: 6 }]);
});

test('a picture that may be replaced by a photograph cannot be drawn on', async () => {
  const world = createCallWorld();
  const { callee } = await world.talk();
  callee.photograph = () => new Promise(() => {});
  callee.session.takeSnapshot(null);
  await settled();
  const [taken] = callee.view('inCall').snapshots;
  const picId = taken?.pic.uniqueId ?? '';
  expect(taken).toMatchObject({ state: 'saving', canDraw: false });
  expect(callee.session.drawing.begin(picId, { tool: 'text', at: [1, 1], width: 4 })).toBe(false);
  expect(drawn(callee, picId)).toEqual([]);
});

test('deleting a snapshot deletes its drawings', async () => {
  const { caller, callee, picId } = await withDrawing();
  draw(callee, picId, 1);
  await callee.session.deletePic(picId);
  await settled();
  expect([drawn(callee, picId), drawn(caller, picId)]).toEqual([[], []]);
});

test('a picture made on this page becomes a snapshot on both sides', async () => {
  const { caller, callee } = await withDrawing();
  callee.session.keepPicture(Promise.resolve(new Blob(['flattened'], { type: 'image/jpeg' })));
  await settled();
  await settled();
  for (const page of [caller, callee]) expect(page.view('inCall').snapshots).toHaveLength(2);
});
