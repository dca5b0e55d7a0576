/** What closed pages have left, and what is stored for the next page. */
import { NOT_GENUINE } from '@earth/contracts';
import { expect, test, vi } from 'vitest';
import { away, createWorld, left, luca, me, messageIn, refused, stateOf } from '../testing/outbox-world';

test('a stored message that is not genuine is not sent', async () => {
  const { ports, open, kept, stored } = createWorld();
  const fields = { id: 'room', message: 'Forged', cryptoSchema: 2, clientId: 'c9' } as const;
  kept.set('c9', { fields, date: '2026-01-05T10:00:00.000Z' });
  const openText = vi.spyOn(ports.cipher, 'openText').mockResolvedValue(NOT_GENUINE);
  await open().sendLeft();
  const place = { kind: 'message', within: 'room', id: 'c9' };
  expect(openText).toHaveBeenCalledWith(2, 'Forged', { sender: me, place, date: null });
  expect([kept.size, stored]).toEqual([0, []]);
});

test('a message whose recipients are unknown is stored for the user alone, and sealed for the members by the next page', async () => {
  const world = createWorld();
  vi.spyOn(world.ports, 'knownRecipients').mockReturnValue([]);
  const ask = vi.spyOn(world.ports, 'recipients').mockRejectedValue(away);
  const first = world.open();
  first.send('room', 'First');
  first.sendFile('room', new File(['40 Nm'], 'seal.txt'));
  await expect.poll(() => [...world.kept.keys()].toSorted()).toEqual(['c1', 'c2']);
  expect(messageIn(world.kept)?.message).toBe('First for me');
  await expect.poll(() => first.items().map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  first.stop();
  ask.mockResolvedValue([me, luca]);
  const next = world.open();
  await next.sendLeft();
  await expect.poll(() => world.stored.toSorted()).toEqual(['First for me,luca', 'seal.txt for me,luca']);
  await expect.poll(() => next.items()).toEqual([]);
});

test('a message is shown as waiting only once it is stored, because the page may then be closed', async () => {
  const world = createWorld();
  world.failures.push(away);
  const outbox = world.open();
  outbox.send('room', 'First');
  await expect.poll(() => stateOf(outbox)).toBe('waiting');
  let finish = () => {};
  const storing = new Promise<void>((resolve) => (finish = resolve));
  const keep = vi.spyOn(world.ports.store, 'keep').mockReturnValue(storing);
  outbox.send('room', 'Second');
  await expect.poll(() => keep.mock.calls).toHaveLength(1);
  await new Promise((done) => setTimeout(done));
  expect(outbox.items().map(({ state }) => state)).toEqual(['waiting', 'sending']);
  finish();
  await expect.poll(() => outbox.items().map(({ state }) => state)).toEqual(['waiting', 'waiting']);
});

test('an item that is being sent again when it is stored is not shown as waiting', async () => {
  const world = createWorld();
  let finish = () => {};
  const storing = new Promise<void>((resolve) => (finish = resolve));
  vi.spyOn(world.ports.store, 'keep').mockReturnValue(storing);
  const sent = vi.spyOn(world.ports, 'sendMessage').mockRejectedValueOnce(away);
  const outbox = world.open();
  outbox.send('room', 'First');
  await expect.poll(() => sent.mock.calls).toHaveLength(1);
  sent.mockReturnValue(new Promise(() => {}));
  await new Promise((done) => setTimeout(done));
  world.comeBack();
  await expect.poll(() => sent.mock.calls).toHaveLength(2);
  finish();
  await new Promise((done) => setTimeout(done));
  expect(stateOf(outbox)).toBe('sending');
});

test('a message is stored while the user decides about changed keys, and sent by the next page', async () => {
  const world = createWorld();
  const { sealText } = world.ports.cipher;
  vi.spyOn(world.ports.cipher, 'mustAsk').mockResolvedValue(true);
  const asking = vi.spyOn(world.ports.cipher, 'sealText');
  asking.mockImplementation((...sealing) => (sealing[2].length > 1 ? new Promise(() => {}) : sealText(...sealing)));
  const first = world.open();
  first.send('room', 'First');
  await expect.poll(() => messageIn(world.kept)?.message).toBe('First for me');
  await expect.poll(() => asking.mock.lastCall?.[2]).toEqual([me, luca]);
  first.stop();
  asking.mockImplementation(sealText);
  await world.open().sendLeft();
  await expect.poll(() => world.stored).toEqual(['First for me,luca']);
});

test('an edit that was left, and whom it mentions, are sent as such by the next page', async () => {
  const world = createWorld();
  const change = { change: 'edit', changedUniqueId: 'm-1' } as const;
  vi.spyOn(world.ports.cipher, 'schemeFor').mockImplementation(async (_, least = 1) => least);
  const sent = vi.spyOn(world.ports, 'sendMessage').mockRejectedValueOnce(away);
  const first = world.open();
  first.send('room', 'Valve 2', { change: { ...change, changedScheme: 2 }, mentions: ['luca'] });
  await expect.poll(() => world.kept.get('c1')?.fields).toMatchObject(change);
  first.stop();
  const next = world.open();
  await next.sendLeft();
  expect(next.items()).toMatchObject([{ text: 'Valve 2', change }]);
  await expect
    .poll(() => sent.mock.lastCall?.[0])
    .toMatchObject({
      message: 'Valve 2 for me,luca',
      mentions: ['luca'],
      cryptoSchema: 2,
      ...change,
    });
});

test('a file is stored for the user alone while they decide about changed keys, and sent by the next page', async () => {
  const world = createWorld();
  const { cipher } = world.ports;
  vi.spyOn(cipher, 'mustAsk').mockImplementation(async (people) => people.length > 1);
  const asking = vi.spyOn(cipher, 'findReaders');
  asking.mockImplementation(async (_, people) => (people.length > 1 ? new Promise(() => {}) : people));
  const first = world.open();
  first.sendFile('room', new File(['40 Nm'], 'gauge.jpg'));
  const sealed = { message: 'gauge.jpg for me', base64File: btoa('40 Nm'), base64Preview: btoa('small 40 Nm') };
  await expect.poll(() => world.kept.get('c1')?.fields).toMatchObject(sealed);
  expect(world.sealFile.mock.calls.map(([, , recipients]) => recipients)).toEqual(
    [[me], [me]].map((own) => own.map(({ uniqueId, publicKey }) => ({ uniqueId, publicKey }))),
  );
  await expect.poll(() => asking.mock.lastCall?.[1]).toEqual([me, luca]);
  first.stop();
  asking.mockImplementation(async (_, people) => people);
  await world.open().sendLeft();
  await expect.poll(() => world.stored).toEqual(['gauge.jpg for me,luca']);
  expect(world.sealFile.mock.lastCall?.[2]).toEqual([me, luca]);
});

test.each([
  ['let in again', true, false],
  ['left out', false, true],
])('waiting messages and files are sealed again if a member is %s meanwhile', async (_, before, after) => {
  const world = createWorld();
  let isLeftOut = before;
  vi.spyOn(world.ports.cipher, 'findReaders').mockImplementation(async (_, people) =>
    people.map((person) => (person === luca && isLeftOut ? { ...person, isLeftOut: true } : person)),
  );
  const leftOutOf = () =>
    world.sealFile.mock.lastCall?.[2].flatMap((person) => ('isLeftOut' in person ? [person.uniqueId] : []));
  world.failures.push(away);
  const outbox = world.open();
  outbox.sendFile('room', new File(['40 Nm'], 'seal.txt'));
  await expect.poll(() => outbox.items()[0]?.state).toBe('waiting');
  expect(leftOutOf()).toEqual(before ? ['luca'] : []);
  isLeftOut = after;
  world.comeBack();
  await expect.poll(() => world.stored).toHaveLength(1);
  expect(leftOutOf()).toEqual(after ? ['luca'] : []);
  expect(world.sealFile).toHaveBeenCalledTimes(2);
});

test('a file left by a closed page is sealed again for the present members', async () => {
  const world = createWorld();
  world.failures.push(away);
  const first = world.open();
  first.sendFile('room', new File(['40 Nm'], 'seal.txt'));
  await expect.poll(() => world.kept.size).toBe(1);
  await expect.poll(() => first.items()[0]?.state).toBe('waiting');
  first.stop();
  world.failures.push(left);
  world.people.now = [me];
  const send = vi.spyOn(world.ports, 'sendMessage');
  await world.open().sendLeft();
  await expect.poll(() => world.stored).toEqual(['seal.txt for me']);
  const [, , recipients] = world.sealFile.mock.lastCall ?? [];
  expect(recipients).toEqual([me]);
  expect(send.mock.lastCall?.[0]).toMatchObject({ fileName: 'seal.txt', base64File: btoa('40 Nm'), clientId: 'c1' });
});

test('a refused message is stored, shown as failed by the next page, and sent on request', async () => {
  const world = createWorld();
  world.failures.push(refused);
  const first = world.open();
  first.send('room', 'First');
  await expect.poll(() => world.kept.get('c1')?.refused).toBe('failed');
  first.stop();
  const next = world.open();
  await next.sendLeft();
  expect(next.items()).toMatchObject([{ text: 'First', state: 'failed' }]);
  expect(world.stored).toEqual([]);
  world.failures.push(away);
  next.retry('c1');
  await expect.poll(() => next.items()[0]?.state).toBe('waiting');
  expect(world.kept.get('c1')?.refused).toBeUndefined();
  world.comeBack();
  await expect.poll(() => world.stored).toEqual(['First for me,luca']);
  await expect.poll(() => world.kept.size).toBe(0);
});

test('a refused message that is withdrawn is removed from the device', async () => {
  const { open, failures, kept } = createWorld();
  const outbox = open();
  failures.push(refused);
  outbox.send('room', 'First');
  await expect.poll(() => kept.get('c1')?.refused).toBe('failed');
  outbox.withdraw('c1');
  await expect.poll(() => kept.size).toBe(0);
});

test('messages written in the same millisecond keep their order for the next page', async () => {
  const { open, kept, failures } = createWorld();
  failures.push(away);
  const outbox = open();
  for (const text of ['First', 'Second', 'Third']) outbox.send('room', text);
  await expect.poll(() => kept.size).toBe(3);
  const dates = [...kept.values()].toSorted((one, other) => Date.parse(one.date ?? '') - Date.parse(other.date ?? ''));
  expect(dates.map(({ fields }) => ('message' in fields ? fields.message.replace(/ for .*/, '') : ''))).toEqual([
    'First',
    'Second',
    'Third',
  ]);
  expect(new Set(dates.map(({ date }) => date)).size).toBe(3);
});

test('a stored message that could not be decrypted is tried again the next time, and does not block others', async () => {
  const world = createWorld();
  world.failures.push(away);
  const first = world.open();
  for (const text of ['First', 'Second']) first.send('room', text);
  await expect.poll(() => world.kept.size).toBe(2);
  first.stop();
  // The messages of a closed page are claimed once.
  const left = vi
    .spyOn(world.ports.store, 'claimLeft')
    .mockResolvedValueOnce([...world.kept.values()])
    .mockResolvedValue([]);
  vi.spyOn(world.ports.cipher, 'openText').mockRejectedValueOnce(new Error('busy'));
  const next = world.open();
  await expect(next.sendLeft()).rejects.toThrow('busy');
  await next.sendLeft();
  await expect.poll(() => world.stored).toEqual(['First for me,luca', 'Second for me,luca']);
  expect(left).toHaveBeenCalledTimes(2);
});

test('a stored message that this page’s keys do not decrypt stays for another page', async () => {
  const { ports, open, kept, given, stored } = createWorld();
  const fields = { id: 'room', message: 'First for me,luca', cryptoSchema: 1, clientId: 'c9' } as const;
  kept.set('c9', { fields, date: '2026-01-05T10:00:00.000Z' });
  vi.spyOn(ports.cipher, 'openText').mockResolvedValueOnce(null);
  await open().sendLeft();
  expect([kept.size, given, stored]).toEqual([1, ['c9'], []]);
  await open().sendLeft();
  await expect.poll(() => stored).toEqual(['First for me,luca']);
});
