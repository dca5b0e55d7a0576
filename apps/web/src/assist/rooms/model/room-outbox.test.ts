import type { Cipher } from '@earth/calls';
import { NOT_GENUINE, type RoomMessage } from '@earth/contracts';
import { expect, test, vi } from 'vitest';
import { testContact } from '../../../testing/people';
import { testMessage } from '../../../testing/rooms';
import { ApiError, NO_ANSWER } from '../../../platform/http/api-error';
import { createRoomOutbox, type RoomOutboxPorts, type RoomUnsent } from './room-outbox';

const me = testContact({ uniqueId: 'me' });
const luca = testContact({ uniqueId: 'luca' });
const away = new ApiError({ code: NO_ANSWER, error: null, message: '' });
const noToken = new ApiError({ code: 401, error: 'notSignedIn', message: '' });
const refused = new ApiError({ code: 404, error: 'notFound', message: '' });
const left = new ApiError({ code: 400, error: 'recipientUnknown', message: '' });
const nobodyElse = new ApiError({ code: 400, error: 'noParticipants', message: '' });

/** A fake server that accepts messages or fails as set, and a device that stores unsent ones. */
function createWorld() {
  const kept = new Map<string, RoomUnsent>();
  /** Released for other pages. */
  const given: string[] = [];
  const stored: string[] = [];
  const failures: Error[] = [];
  const net = new Set<() => void>();
  const people = { known: [me, luca], now: [me, luca] };
  let made = 0;
  const sealFile = vi.fn<Cipher['sealFile']>(async (_, file) => btoa(await file.text()));
  /** The abort signal of each sealing. */
  const signals: AbortSignal[] = [];
  const ports: RoomOutboxPorts = {
    me,
    maxFileBytes: 10,
    clock: { now: () => 0, setTimeout: () => null, clearTimeout: () => {} },
    realtime: {
      onOpen(listener) {
        net.add(listener);
        return () => void net.delete(listener);
      },
    },
    store: {
      takeUp: async () => [...kept.values()],
      keep: async (unsent) => void kept.set(unsent.fields.clientId, unsent),
      drop: async (clientId) => void kept.delete(clientId),
      leave: async (clientId) => void given.push(clientId),
    },
    cipher: {
      mustAsk: async () => false,
      findReaders: async (_, recipients) => recipients,
      schemeFor: async () => 1,
      sealText: async (_, text, recipients) => `${text} for ${recipients.map(({ uniqueId }) => uniqueId).join()}`,
      sealFileUntil: (signal) => {
        signals.push(signal);
        return sealFile;
      },
      openText: async (_, sealed) => sealed.replace(/ for .*/, ''),
      openFile: async (_, sealed) => (typeof sealed === 'string' ? new Blob([atob(sealed)]) : null),
    },
    makePreview: async (file) => (file.name.endsWith('.jpg') ? new Blob([`small ${await file.text()}`]) : null),
    createId: () => `c${(made += 1)}`,
    recipients: async (_, anew) => (anew ? people.now : people.known),
    knownRecipients: () => people.known,
    async send({ message, clientId }): Promise<RoomMessage> {
      const failure = failures.shift();
      if (failure) throw failure;
      stored.push(message);
      return testMessage(me, stored.length, { clientId, message });
    },
    onStored: vi.fn<RoomOutboxPorts['onStored']>(async () => {}),
  };
  return {
    kept,
    given,
    stored,
    failures,
    people,
    ports,
    sealFile,
    signals,
    open: () => createRoomOutbox(ports),
    comeBack: () => net.forEach((tell) => tell()),
  };
}

test('messages written offline wait, sealed, and are sent in order later', async () => {
  const { open, failures, stored, kept, comeBack } = createWorld();
  const outbox = open();
  failures.push(away);
  outbox.send('room', 'First');
  outbox.send('room', 'Second');
  await expect.poll(() => outbox.outgoing.getState().items.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  await expect.poll(() => kept.size).toBe(2);
  expect(kept.get('c1')?.fields).toMatchObject({ message: 'First for me,luca', cryptoSchema: 1 });
  comeBack();
  await expect.poll(() => stored).toEqual(['First for me,luca', 'Second for me,luca']);
  await expect.poll(() => kept.size).toBe(0);
  expect(outbox.outgoing.getState().items).toEqual([]);
});

test('the next page sends what a closed page has left, under the same id', async () => {
  const world = createWorld();
  world.failures.push(away);
  const first = world.open();
  first.send('room', 'First');
  await expect.poll(() => first.outgoing.getState().items[0]?.state).toBe('waiting');
  await expect.poll(() => world.kept.size).toBe(1);
  first.stop();
  const next = world.open();
  await next.takeUp();
  await expect.poll(() => world.stored).toEqual(['First for me,luca']);
  expect(world.ports.onStored).toHaveBeenCalledWith(expect.objectContaining({ clientId: 'c1' }), 'First');
});

test('a stored message that is being decrypted at sign-out is neither shown nor sent', async () => {
  const world = createWorld();
  world.failures.push(away);
  const first = world.open();
  first.send('room', 'First');
  await expect.poll(() => world.kept.size).toBe(1);
  first.stop();
  let open = () => {};
  const opened = new Promise<string>((resolve) => (open = () => resolve('First')));
  const openText = vi.fn<RoomOutboxPorts['cipher']['openText']>(() => opened);
  const next = createRoomOutbox({ ...world.ports, cipher: { ...world.ports.cipher, openText } });
  const taking = next.takeUp();
  await expect.poll(() => openText.mock.calls.length).toBe(1);
  next.stop();
  open();
  await taking;
  expect(next.outgoing.getState().items).toEqual([]);
  expect(world.stored).toEqual([]);
});

test('a sent message is shown as outgoing until it is in the conversation', async () => {
  const { open, ports, stored } = createWorld();
  let stand = () => {};
  const standing = new Promise<void>((resolve) => {
    stand = resolve;
  });
  vi.mocked(ports.onStored).mockReturnValue(standing);
  const outbox = open();
  outbox.send('room', 'First');
  await expect.poll(() => stored).toHaveLength(1);
  expect(outbox.outgoing.getState().items).toMatchObject([{ text: 'First' }]);
  stand();
  await expect.poll(() => outbox.outgoing.getState().items).toEqual([]);
});

test('if a member has left meanwhile, the message is sealed for the present ones', async () => {
  const { open, failures, people, stored } = createWorld();
  people.now = [me];
  failures.push(left);
  open().send('room', 'First');
  await expect.poll(() => stored).toEqual(['First for me']);
});

test('a message that waits when all others have left is refused, and kept as failed', async () => {
  const { open, failures, people, stored, kept } = createWorld();
  people.now = [me];
  failures.push(left, nobodyElse);
  const outbox = open();
  outbox.send('room', 'First');
  await expect.poll(() => kept.get('c1')?.refused).toBe('failed');
  expect(outbox.outgoing.getState().items).toMatchObject([{ text: 'First', state: 'failed' }]);
  expect(stored).toEqual([]);
});

test('it is sealed again as often as a group’s name, because members may change while it is sent', async () => {
  const { open, failures, people, stored } = createWorld();
  const outbox = open();
  people.now = [me];
  failures.push(left, left);
  outbox.send('room', 'First');
  await expect.poll(() => stored).toEqual(['First for me']);
  failures.push(left, left, left);
  outbox.send('room', 'Second');
  await expect.poll(() => outbox.outgoing.getState().items[0]?.state).toBe('failed');
});

test('a refused message is marked, does not block others, and can be retried or withdrawn', async () => {
  const { open, failures, stored } = createWorld();
  const outbox = open();
  failures.push(refused);
  outbox.send('room', 'First');
  outbox.send('room', 'Second');
  await expect.poll(() => stored).toEqual(['Second for me,luca']);
  expect(outbox.outgoing.getState().items).toMatchObject([{ text: 'First', state: 'failed' }]);
  outbox.retry('c1');
  await expect.poll(() => stored).toHaveLength(2);
  failures.push(refused);
  outbox.send('room', 'Third');
  await expect.poll(() => outbox.outgoing.getState().items[0]?.state).toBe('failed');
  outbox.withdraw('c3');
  expect(outbox.outgoing.getState().items).toEqual([]);
});

test('a waiting file can be withdrawn, and one that is too large is never sent', async () => {
  const { open, failures, stored, kept, comeBack } = createWorld();
  const outbox = open();
  failures.push(away);
  outbox.sendFile('room', new File(['40 Nm'], 'seal.txt'));
  outbox.sendFile('room', new File(['0123456789 and more'], 'film.mp4'));
  await expect.poll(() => outbox.outgoing.getState().items.map(({ state }) => state)).toEqual(['waiting', 'tooLarge']);
  outbox.withdraw('c1');
  comeBack();
  await expect.poll(() => kept.size).toBe(0);
  expect(stored).toEqual([]);
});

test('the description of a file is sealed; its name is sent beside it', async () => {
  const { open, ports, stored } = createWorld();
  const send = vi.spyOn(ports, 'send');
  open().sendFile('room', new File(['words'], 'note.weba'), 'note.weba and how loud it is');
  await expect.poll(() => stored).toHaveLength(1);
  const [{ fileName, message } = { fileName: '', message: '' }] = send.mock.calls[0] ?? [];
  expect([fileName, message]).toEqual(['note.weba', 'note.weba and how loud it is for me,luca']);
});

test('if the token cannot be renewed now, the message waits, and stays stored', async () => {
  const { open, failures, stored, kept, comeBack } = createWorld();
  const outbox = open();
  failures.push(noToken);
  outbox.send('room', 'First');
  await expect.poll(() => outbox.outgoing.getState().items[0]?.state).toBe('waiting');
  expect(kept.has('c1')).toBe(true);
  comeBack();
  await expect.poll(() => stored).toEqual(['First for me,luca']);
});

test.each(['withdraw', 'stop'] as const)(
  'a message that is being sealed at a %s is neither sent nor stored',
  async (how) => {
    const world = createWorld();
    let finish: (sealed: string) => void = () => undefined;
    const sealing = new Promise<string>((resolve) => (finish = resolve));
    const sealFile = world.sealFile.mockReturnValue(sealing);
    const send = vi.spyOn(world.ports, 'send');
    const outbox = world.open();
    outbox.sendFile('room', new File(['40 Nm'], 'seal.txt'));
    await expect.poll(() => sealFile.mock.calls).toHaveLength(1);
    outbox[how]('c1');
    expect(world.signals.map(({ aborted }) => aborted)).toEqual([true]);
    finish('sealed');
    await new Promise((done) => setImmediate(done));
    expect(send).not.toHaveBeenCalled();
    expect(world.kept.size).toBe(0);
  },
);

test('a file is sealed once, and again if the members have changed', async () => {
  const world = createWorld();
  const { sealFile } = world;
  const outbox = world.open();
  outbox.sendFile('room', new File(['40 Nm'], 'seal.txt'));
  await expect.poll(() => world.stored).toHaveLength(1);
  expect(sealFile).toHaveBeenCalledTimes(1);
  vi.spyOn(world.ports, 'knownRecipients').mockReturnValue([me]);
  outbox.sendFile('room', new File(['40 Nm'], 'seal.txt'));
  await expect.poll(() => world.stored).toEqual(['seal.txt for me,luca', 'seal.txt for me,luca']);
});

test('a message and its file are sealed under the members’ scheme, for their place in the room', async () => {
  const { ports, open, kept, failures, sealFile } = createWorld();
  vi.spyOn(ports.cipher, 'schemeFor').mockImplementation(async (readers) => (readers.length === 2 ? 2 : 1));
  const sealText = vi.spyOn(ports.cipher, 'sealText');
  failures.push(away);
  const outbox = open();
  outbox.sendFile('room', new File(['40 Nm'], 'seal.txt'));
  await expect.poll(() => kept.get('c1')?.fields.cryptoSchema).toBe(2);
  expect(sealText).toHaveBeenCalledWith(2, 'seal.txt', [me, luca], { kind: 'message', within: 'room', id: 'c1' });
  expect(sealFile.mock.calls[0]).toMatchObject([2, {}, [me, luca], { kind: 'file', within: 'room', id: 'c1' }]);
});

test('the preview of a picture is sent with it, sealed for its own place, also from the next page', async () => {
  const world = createWorld();
  const { sealFile } = world;
  const send = vi.spyOn(world.ports, 'send');
  world.failures.push(away);
  const outbox = world.open();
  outbox.sendFile('room', new File(['40 Nm'], 'gauge.jpg'));
  const sealed = { fileName: 'gauge.jpg', base64File: btoa('40 Nm'), base64Preview: btoa('small 40 Nm') };
  await expect.poll(() => world.kept.get('c1')?.fields).toMatchObject(sealed);
  const places = sealFile.mock.calls.map(([, , , place]) => place);
  expect(places).toEqual([
    { kind: 'file', within: 'room', id: 'c1', fileName: 'gauge.jpg' },
    { kind: 'preview', within: 'room', id: 'c1' },
  ]);
  await expect.poll(() => outbox.outgoing.getState().items[0]?.state).toBe('waiting');
  outbox.stop();
  await world.open().takeUp();
  await expect.poll(() => send.mock.lastCall?.[0]).toMatchObject(sealed);
});

test('a stored message that is not genuine is not sent', async () => {
  const { ports, open, kept, stored } = createWorld();
  const fields = { id: 'room', message: 'Forged', cryptoSchema: 2, clientId: 'c9' } as const;
  kept.set('c9', { fields, date: '2026-01-05T10:00:00.000Z' });
  const openText = vi.spyOn(ports.cipher, 'openText').mockResolvedValue(NOT_GENUINE);
  await open().takeUp();
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
  expect(world.kept.get('c1')?.fields.message).toBe('First for me');
  await expect.poll(() => first.outgoing.getState().items.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  first.stop();
  ask.mockResolvedValue([me, luca]);
  const next = world.open();
  await next.takeUp();
  await expect.poll(() => world.stored.toSorted()).toEqual(['First for me,luca', 'seal.txt for me,luca']);
  await expect.poll(() => next.outgoing.getState().items).toEqual([]);
});

test('a message is stored while the user decides about changed keys, and sent by the next page', async () => {
  const world = createWorld();
  const { sealText } = world.ports.cipher;
  const asking = vi.spyOn(world.ports.cipher, 'sealText');
  asking.mockImplementation((...sealing) => (sealing[2].length > 1 ? new Promise(() => {}) : sealText(...sealing)));
  const first = world.open();
  first.send('room', 'First');
  await expect.poll(() => world.kept.get('c1')?.fields.message).toBe('First for me');
  await expect.poll(() => asking.mock.lastCall?.[2]).toEqual([me, luca]);
  first.stop();
  asking.mockImplementation(sealText);
  await world.open().takeUp();
  await expect.poll(() => world.stored).toEqual(['First for me,luca']);
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
  await world.open().takeUp();
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
  await expect.poll(() => outbox.outgoing.getState().items[0]?.state).toBe('waiting');
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
  await expect.poll(() => first.outgoing.getState().items[0]?.state).toBe('waiting');
  first.stop();
  world.failures.push(left);
  world.people.now = [me];
  const send = vi.spyOn(world.ports, 'send');
  await world.open().takeUp();
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
  await next.takeUp();
  expect(next.outgoing.getState().items).toMatchObject([{ text: 'First', state: 'failed' }]);
  expect(world.stored).toEqual([]);
  world.failures.push(away);
  next.retry('c1');
  await expect.poll(() => next.outgoing.getState().items[0]?.state).toBe('waiting');
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
  const dates = [...kept.values()].toSorted((one, other) => Date.parse(one.date) - Date.parse(other.date));
  expect(dates.map(({ fields }) => fields.message.replace(/ for .*/, ''))).toEqual(['First', 'Second', 'Third']);
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
    .spyOn(world.ports.store, 'takeUp')
    .mockResolvedValueOnce([...world.kept.values()])
    .mockResolvedValue([]);
  vi.spyOn(world.ports.cipher, 'openText').mockRejectedValueOnce(new Error('busy'));
  const next = world.open();
  await expect(next.takeUp()).rejects.toThrow('busy');
  await next.takeUp();
  await expect.poll(() => world.stored).toEqual(['First for me,luca', 'Second for me,luca']);
  expect(left).toHaveBeenCalledTimes(2);
});

test('a stored message that this page’s keys do not decrypt stays for another page', async () => {
  const { ports, open, kept, given, stored } = createWorld();
  const fields = { id: 'room', message: 'First for me,luca', cryptoSchema: 1, clientId: 'c9' } as const;
  kept.set('c9', { fields, date: '2026-01-05T10:00:00.000Z' });
  vi.spyOn(ports.cipher, 'openText').mockResolvedValueOnce(null);
  await open().takeUp();
  expect([kept.size, given, stored]).toEqual([1, ['c9'], []]);
  await open().takeUp();
  await expect.poll(() => stored).toEqual(['First for me,luca']);
});
