import type { PeerMessage } from '@earth/contracts';
import { expect, test } from 'vitest';
import { SimulatedClock } from 'xstate';
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
    send: (message) => void sent.push(message),
    onChange: () => (changes += 1),
  });
  const hear = (from: string, at: { x: number; y: number } | null, of = luca.uniqueId) =>
    pointing.handlePoint(from, { type: 'point', of, at });
  return { clock, sent, people, pointing, hear, changes: () => changes };
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
