import { expect, test } from 'vitest';
import { STORE_AFTER_MS, TRY_AGAIN_MS } from '../drawing/archive';
import { ASK_EVERY_MS as ASK_KEYS_EVERY_MS } from '../messages/late-keys';
import { createCallWorld, withSnapshot } from '../testing/call-world';
import { keysOf } from '../testing/fake-cipher';
import { draw, drawn, HERS, withDrawing } from '../testing/drawing-world';
import { giulia, luca, marco, paolo } from '../testing/people';
import { settled } from '../testing/promises';

test('a drawing is stored a moment after the last stroke, sealed for the participants', async () => {
  const { server, caller, callee, picId, pass } = await withDrawing();
  draw(callee, picId, 1);
  draw(callee, picId, 2);
  await settled();
  expect(server.drawings).toEqual([]);
  await pass(STORE_AFTER_MS);
  expect(server.drawings).toMatchObject([{ picUniqueId: picId, contactUniqueId: giulia.uniqueId, entries: 6 }]);
  expect(keysOf(server.drawings[0]?.drawing)).toEqual([giulia.publicKey, luca.publicKey]);
  expect(server.asked.filter((line) => line === 'Giulia saveDrawing')).toHaveLength(1);
  expect(drawn(caller, picId)).toHaveLength(2);
});

test('a drawing has the scheme of its stored log', async () => {
  const world = createCallWorld();
  const { server, caller, callee, picId, pass } = await withSnapshot(world);
  const text = { entries: [{ op: 'begin', tool: 'pen', at: [1, 10], width: 4 }, { op: 'end' }] };
  const drawing = { drawing: JSON.stringify({ text: JSON.stringify(text), keys: [luca.publicKey, giulia.publicKey] }) };
  await server.apiOf(giulia, []).saveDrawing({ id: '', picId, ...drawing, cryptoSchema: 0, edition: 1, entries: 2 });
  // Peers send nothing, so the drawing comes from the server.
  world.net.dropMessages = true;
  for (const { session } of [caller, callee]) session.selectPic(picId);
  await pass(STORE_AFTER_MS);
  for (const one of [caller, callee]) {
    expect(drawn(one, picId)).toHaveLength(1);
    expect(one.session.drawing.getDrawing(picId).scheme).toBe(0);
  }
});

test('new strokes do not lower the scheme', async () => {
  const { caller, callee, picId } = await withDrawing();
  draw(callee, picId, 1);
  await settled();
  expect(caller.session.drawing.getDrawing(picId)).toMatchObject({ strokes: [{ tool: 'pen' }], scheme: 2 });
});

test('returning to live stores the drawing at once; while the server is unreachable it waits', async () => {
  const { server, callee, picId, pass } = await withDrawing();
  server.goAway();
  draw(callee, picId, 1);
  callee.session.selectPic(null);
  await settled();
  expect(server.drawings).toEqual([]);
  server.comeBack();
  await pass(500);
  expect(server.drawings).toMatchObject([{ entries: 3 }]);
});

test('the last strokes of a call are stored when it is over', async () => {
  const { server, callee, picId } = await withDrawing();
  draw(callee, picId, 1);
  callee.session.hangUp();
  await settled();
  await settled();
  expect(server.drawings).toMatchObject([{ entries: 3 }]);
  expect(keysOf(server.drawings[0]?.drawing)).toEqual([giulia.publicKey, luca.publicKey]);
});

test('a late joiner sees all drawings, and stored ones are sealed for them too', async () => {
  const world = createCallWorld();
  const { server, callee, picId, pass } = await withDrawing(world);
  draw(callee, picId, 1);
  await pass(STORE_AFTER_MS);
  server.call = server.call && {
    ...server.call,
    targets: [...server.call.targets, { contact: marco, state: 'ringing', annotationsColor: '#5ec8ff' }],
  };
  const third = world.page(marco);
  await third.session.resume();
  third.session.accept();
  await pass(1000);
  await pass(STORE_AFTER_MS);
  expect(drawn(third, picId)).toEqual([`${HERS} pen 1,10 2,10`]);
  expect(keysOf(server.drawings[0]?.drawing)).toContain(marco.publicKey);
});

test('drawings of a participant who has left are loaded from the server', async () => {
  const world = createCallWorld();
  const { caller, callee, picId, pass } = await withDrawing(world);
  draw(callee, picId, 1);
  await pass(STORE_AFTER_MS);
  world.server.setState(giulia, 'left');
  const kept = caller.vanish();
  callee.vanish();
  const back = world.page(luca, { kept });
  await back.session.resume();
  await pass(1000);
  back.session.selectPic(picId);
  await settled();
  expect(drawn(back, picId)).toEqual([`${HERS} pen 1,10 2,10`]);
});

test('a joiner without the author gets the key from another participant, and can pass it on', async () => {
  const world = createCallWorld();
  const { server, caller, callee, picId, pass } = await withDrawing(world);
  const hers = [`${HERS} pen 1,10 2,10`];
  draw(callee, picId, 1);
  await pass(STORE_AFTER_MS);
  const third = world.page(marco);
  await callee.session.addPeople([marco]);
  callee.session.hangUp();
  await pass(500);
  third.session.accept();
  await pass(1_000);
  expect(keysOf(server.drawings[0]?.drawing)).toEqual([giulia.publicKey, luca.publicKey]);
  third.session.selectPic(picId);
  await pass(1_000);
  expect(drawn(third, picId)).toEqual(hers);

  const fourth = world.page(paolo);
  await third.session.addPeople([paolo]);
  await fourth.session.resume();
  fourth.session.accept();
  await pass(1_000);
  caller.session.hangUp();
  await pass(500);
  fourth.session.selectPic(picId);
  await pass(1_000);
  expect(drawn(fourth, picId)).toEqual(hers);
});

test('strokes that the author sends to a late joiner need no key', async () => {
  const world = createCallWorld();
  const { server, callee, picId, pass } = await withDrawing(world);
  draw(callee, picId, 1);
  await pass(STORE_AFTER_MS);
  const third = world.page(marco);
  await callee.session.addPeople([marco]);
  // Her upload that is sealed for him too is lost.
  server.fail('saveDrawing', { code: 500, error: 'internal', message: '' });
  third.session.accept();
  await pass(1_000);
  const gave = () => server.asked.filter((one) => one.endsWith('listCallKeys')).length;
  const before = gave();
  third.session.selectPic(picId);
  await pass(ASK_KEYS_EVERY_MS);
  expect(drawn(third, picId)).toHaveLength(1);
  expect(keysOf(server.drawings[0]?.drawing)).not.toContain(marco.publicKey);
  expect(gave()).toBe(before);
});

test('an author who reloads has their strokes again and can continue, with the same result on both sides', async () => {
  const world = createCallWorld();
  const { caller, callee, picId, pass } = await withDrawing(world);
  draw(callee, picId, 1);
  await pass(STORE_AFTER_MS);
  // Drawn while the server was unreachable.
  world.server.goAway();
  draw(callee, picId, 5);
  await settled();
  const kept = callee.vanish();
  world.server.comeBack();
  const back = world.page(giulia, { kept });
  await back.session.resume();
  await pass(1000);
  back.session.selectPic(picId);
  await settled();
  const [first, second] = [`${HERS} pen 1,10 2,10`, `${HERS} pen 5,10 6,10`];
  expect([drawn(back, picId), drawn(caller, picId)]).toEqual([
    [first, second],
    [first, second],
  ]);

  draw(back, picId, 9);
  await settled();
  expect(drawn(caller, picId)).toEqual([first, second, `${HERS} pen 9,10 10,10`]);
  for (let strokes = 3; strokes > 0; strokes -= 1) back.session.drawing.undo(picId);
  await settled();
  expect([drawn(back, picId), drawn(caller, picId)]).toEqual([[], []]);
  await pass(STORE_AFTER_MS);
  expect([...world.drafts]).toEqual([]);
});

test('a draft from before a reload is stored even if its picture is not opened', async () => {
  const world = createCallWorld();
  const { server, callee, picId, pass } = await withDrawing(world);
  server.goAway();
  draw(callee, picId, 1);
  await settled();
  const kept = callee.vanish();
  server.comeBack();
  const back = world.page(giulia, { kept: { ...kept, active: kept.active && { ...kept.active, shownPicId: null } } });
  await back.session.resume();
  await pass(STORE_AFTER_MS + 1000);
  expect(server.drawings).toMatchObject([{ picUniqueId: picId, entries: 3 }]);
  expect([...world.drafts]).toEqual([]);
});

test('after a server error the drawing is kept, reported, and stored later without another stroke', async () => {
  const { server, drafts, callee, picId, pass } = await withDrawing();
  const { drawing } = callee.session;
  server.fail('saveDrawing', { code: 500, error: 'internal', message: '' });
  draw(callee, picId, 1);
  await pass(STORE_AFTER_MS);
  expect([server.drawings, drafts.size, drawing.getDrawing(picId).isRefused]).toEqual([[], 1, true]);
  await pass(TRY_AGAIN_MS);
  expect(server.drawings).toMatchObject([{ entries: 3 }]);
  expect([drafts.size, drawing.getDrawing(picId).isRefused]).toEqual([0, false]);
});

test('a refused drawing is reported, and not retried before the next stroke', async () => {
  const { server, callee, picId, pass } = await withDrawing();
  const { drawing } = callee.session;
  server.fail('saveDrawing', { code: 400, error: 'invalid', message: '' });
  draw(callee, picId, 1);
  await pass(STORE_AFTER_MS + TRY_AGAIN_MS);
  expect([server.drawings, drawing.getDrawing(picId).isRefused]).toEqual([[], true]);
  draw(callee, picId, 2);
  await pass(STORE_AFTER_MS);
  expect([server.drawings.length, drawing.getDrawing(picId).isRefused]).toEqual([1, false]);
});

test('the last strokes are stored even if the call is dismissed before', async () => {
  const { server, callee, picId, pass } = await withDrawing();
  draw(callee, picId, 1);
  await settled();
  server.goAway();
  callee.session.hangUp();
  callee.session.dismiss();
  expect(callee.view('idle')).toBeDefined();
  server.comeBack();
  await pass(500);
  expect(server.drawings).toMatchObject([{ picUniqueId: picId, entries: 3 }]);
});

test('after sign-out nothing is stored any more', async () => {
  const { server, callee, picId, pass } = await withDrawing();
  draw(callee, picId, 1);
  await settled();
  server.goAway();
  callee.session.dispose();
  await settled();
  server.comeBack();
  await pass(STORE_AFTER_MS);
  expect(server.drawings).toEqual([]);
});

test.each([
  '{',
  '{"edition":1}',
  '{"edition":"x","entries":[{"op":"undo"}]}',
  '{"edition":9,"entries":[{"op":"fly"}]}',
])('an invalid draft is ignored: %s', async (draft) => {
  const world = createCallWorld();
  const { callee, picId, pass } = await withSnapshot(world);
  world.drafts.set(`${giulia.name} ${picId}`, draft);
  callee.session.selectPic(picId);
  await settled();
  draw(callee, picId, 1);
  await pass(STORE_AFTER_MS);
  expect(drawn(callee, picId)).toEqual([`${HERS} pen 1,10 2,10`]);
  expect(world.server.drawings).toMatchObject([{ entries: 3 }]);
});
