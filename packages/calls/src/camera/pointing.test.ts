import type { PeerMessage } from '@earth/contracts';
import { expect, test } from 'vitest';
import { SimulatedClock } from 'xstate';
import { LIVE_LINE_MS, LIVE_LINES_MAX, LIVE_POSITIONS_MAX } from './live-lines';
import { POINT_AGAIN_MS, POINT_LASTS_MS, Pointing } from './pointing';
import { createCallWorld, hostileSay } from '../testing/call-world';
import { giulia, luca, marco, paolo } from '../testing/people';
import { settled } from '../testing/promises';

/** Luca's page, in a call with Giulia. */
function createScene() {
  const clock = new SimulatedClock();
  const sent: PeerMessage[] = [];
  const people = [luca.uniqueId, giulia.uniqueId];
  let changes = 0;
  const pointing = new Pointing({
    clock,
    me: luca.uniqueId,
    isIn: (contactId) => people.includes(contactId),
    mayDraw: (contactId) => contactId === giulia.uniqueId,
    send: (message) => void sent.push(message),
    onChange: () => (changes += 1),
  });
  const hearLine = (from: string, id: number, ...xs: readonly number[]) =>
    pointing.handlePoint(from, {
      type: 'point',
      of: luca.uniqueId,
      at: { x: xs.at(-1) ?? 0, y: 0 },
      line: { id, way: xs.map((x) => ({ x, y: 0 })) },
    });
  const hear = (from: string, at: { x: number; y: number } | null, of = luca.uniqueId) =>
    pointing.handlePoint(from, { type: 'point', of, at });
  return { clock, sent, people, pointing, hear, hearLine, changes: () => changes };
}

test('positions are sent as rounded fractions of the picture, clamped to it', () => {
  const { pointing, sent } = createScene();
  pointing.point(luca.uniqueId, { x: 1 / 3, y: 0.5 });
  pointing.point(luca.uniqueId, { x: -0.2, y: 7 });
  pointing.point(luca.uniqueId, null);
  pointing.point(luca.uniqueId, null);
  const said = (at: unknown) => ({ type: 'point', of: luca.uniqueId, at });
  expect(sent).toEqual([said({ x: 0.3333, y: 0.5 }), said({ x: 0, y: 1 }), said(null)]);
  expect(pointing.pointers()).toEqual([]);
});

test('a resting pointer is sent again, and stays on the other side', () => {
  const { clock, pointing, sent, hear } = createScene();
  pointing.point(luca.uniqueId, { x: 0.5, y: 0.5 });
  for (let turn = 0; turn < 3; turn += 1) clock.increment(POINT_AGAIN_MS);
  expect(sent).toHaveLength(4);
  for (let ms = 0; ms < POINT_LASTS_MS * 3; ms += POINT_AGAIN_MS) {
    hear(giulia.uniqueId, { x: 0.1, y: 0.2 });
    clock.increment(POINT_AGAIN_MS);
  }
  expect(pointing.pointers()[0]).toEqual({ by: giulia.uniqueId, of: luca.uniqueId, x: 0.1, y: 0.2 });
});

test('a pointer without messages is removed, and then no timer runs', () => {
  const { clock, pointing, hear, changes } = createScene();
  hear(giulia.uniqueId, { x: 0.1, y: 0.2 });
  for (let turn = 0; turn < 3; turn += 1) clock.increment(POINT_AGAIN_MS);
  expect(pointing.pointers()).toEqual([]);
  const before = changes();
  clock.increment(60_000);
  expect(changes()).toBe(before);
});

test('pointers by strangers, or on pictures of strangers, are ignored', () => {
  const { pointing, hear, changes } = createScene();
  hear(marco.uniqueId, { x: 0.1, y: 0.2 });
  hear(giulia.uniqueId, { x: 0.1, y: 0.2 }, paolo.uniqueId);
  hear(giulia.uniqueId, null);
  expect([pointing.pointers(), changes()]).toEqual([[], 0]);
});

test('both sides see where a participant points, without a change of the call’s view', async () => {
  const { caller, callee } = await createCallWorld().talk();
  let redrawn = 0;
  caller.session.subscribe(() => (redrawn += 1));
  callee.session.point(luca.uniqueId, { x: 0.25, y: 0.75 });
  await settled();
  const pointer = { by: giulia.uniqueId, of: luca.uniqueId, x: 0.25, y: 0.75 };
  for (const page of [caller, callee]) expect(page.session.points.get()).toEqual([pointer]);
  expect(redrawn).toBe(0);
  callee.session.hangUp();
  await settled();
  for (const page of [caller, callee]) expect(page.session.points.get()).toEqual([]);
});

test('two thousand positions of a peer leave one pointer', async () => {
  const world = createCallWorld();
  const { caller } = await world.talk();
  for (let turn = 0; turn < 2_000; turn += 1)
    void hostileSay(world, { type: 'point', of: luca.uniqueId, at: { x: turn / 2_000, y: 0 } });
  await settled();
  expect(caller.session.points.get()).toHaveLength(1);
});

/** The lines, each as who drew it and where it goes. */
const linesOf = ({ lines }: Pick<Pointing, 'lines'>) =>
  lines.get().map(({ by, way }) => `${by === giulia.uniqueId ? 'Giulia' : 'Luca'} ${way.map(({ x }) => x).join(' ')}`);

test('a line is continued by its number, and disappears some seconds after its last position', () => {
  const { clock, pointing, hearLine, changes } = createScene();
  hearLine(giulia.uniqueId, 7, 0.1, 0.2);
  clock.increment(LIVE_LINE_MS - 1_000);
  hearLine(giulia.uniqueId, 8, 0.5);
  hearLine(giulia.uniqueId, 7, 0.3);
  expect(linesOf(pointing)).toEqual(['Giulia 0.5', 'Giulia 0.1 0.2 0.3']);
  clock.increment(LIVE_LINE_MS - 1);
  expect(pointing.lines.get()).toHaveLength(2);
  clock.increment(1);
  expect(linesOf(pointing)).toEqual([]);
  const before = changes();
  clock.increment(60_000);
  expect(changes()).toBe(before);
});

test('who may not draw only points, and the lines of somebody who has left are gone', () => {
  const { pointing, people, sent, hearLine } = createScene();
  pointing.point(luca.uniqueId, { x: 0.5, y: 0.5 }, { isNew: true, way: [{ x: 0.5, y: 0.5 }] });
  expect(sent).toEqual([{ type: 'point', of: luca.uniqueId, at: { x: 0.5, y: 0.5 } }]);
  people.push(marco.uniqueId);
  hearLine(marco.uniqueId, 1, 0.1);
  expect([linesOf(pointing), pointing.pointers().length]).toEqual([[], 2]);
  hearLine(giulia.uniqueId, 1, 0.1);
  pointing.forget(giulia.uniqueId);
  expect(linesOf(pointing)).toEqual([]);
});

test('limits of lines and positions: a peer that draws without end takes no more room', () => {
  const { pointing, hearLine } = createScene();
  for (let id = 0; id < 200; id += 1) hearLine(giulia.uniqueId, id, id / 1_000);
  expect(pointing.lines.get()).toHaveLength(LIVE_LINES_MAX);
  const many = Array.from({ length: 60 }, () => 0.5);
  for (let turn = 0; turn < 40; turn += 1) hearLine(giulia.uniqueId, 199, ...many);
  expect(pointing.lines.get().at(-1)?.way).toHaveLength(LIVE_POSITIONS_MAX);
});

test('both sides see a line at the same place of the picture; a field user draws only with the setting', async () => {
  for (const fieldUsersDraw of [false, true]) {
    const { caller, callee } = await createCallWorld({ fieldUsersDraw }).talk();
    const way = Array.from({ length: 100 }, (_, step) => ({ x: step / 100, y: 0.5 }));
    callee.session.point(luca.uniqueId, { x: 0.99, y: 0.5 }, { isNew: true, way });
    caller.session.point(luca.uniqueId, { x: 0, y: 0 }, { isNew: true, way: [{ x: 0, y: 0 }] });
    await settled();
    for (const page of [caller, callee]) {
      const lines = page.session.points.lines();
      expect(lines.find(({ by }) => by === giulia.uniqueId)).toMatchObject({ of: luca.uniqueId, way });
      expect(lines.some(({ by }) => by === luca.uniqueId)).toBe(fieldUsersDraw);
    }
  }
});
