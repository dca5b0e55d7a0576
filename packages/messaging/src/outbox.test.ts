import { expect, test, vi } from 'vitest';
import { createOutbox, type OutboxPorts } from './outbox';
import {
  away,
  createWorld,
  left,
  luca,
  me,
  noToken,
  nobodyElse,
  refused,
  stateOf,
  tooSlow,
} from '../testing/outbox-world';

test('messages written offline wait, sealed, and are sent in order later', async () => {
  const { open, failures, stored, kept, comeBack } = createWorld();
  const outbox = open();
  failures.push(away);
  outbox.send('room', 'First');
  outbox.send('room', 'Second');
  await expect.poll(() => outbox.items().map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  await expect.poll(() => kept.size).toBe(2);
  expect(kept.get('c1')?.fields).toMatchObject({ message: 'First for me,luca', cryptoSchema: 1 });
  comeBack();
  await expect.poll(() => stored).toEqual(['First for me,luca', 'Second for me,luca']);
  await expect.poll(() => kept.size).toBe(0);
  expect(outbox.items()).toEqual([]);
});

test('the next page sends what a closed page has left, under the same id', async () => {
  const world = createWorld();
  world.failures.push(away);
  const first = world.open();
  first.send('room', 'First');
  await expect.poll(() => first.items()[0]?.state).toBe('waiting');
  await expect.poll(() => world.kept.size).toBe(1);
  first.stop();
  const sent = vi.spyOn(world.ports, 'sendMessage');
  const next = world.open();
  await next.sendLeft();
  await expect.poll(() => world.stored).toEqual(['First for me,luca']);
  expect(sent).toHaveBeenCalledWith(expect.objectContaining({ clientId: 'c1' }), 'First');
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
  const openText = vi.fn<OutboxPorts['cipher']['openText']>(() => opened);
  const next = createOutbox({ ...world.ports, cipher: { ...world.ports.cipher, openText } });
  const taking = next.sendLeft();
  await expect.poll(() => openText.mock.calls.length).toBe(1);
  next.stop();
  open();
  await taking;
  expect(next.items()).toEqual([]);
  expect(world.stored).toEqual([]);
});

test('a sent message is shown as outgoing until it is in the conversation', async () => {
  const { open, holdBack, stored } = createWorld();
  let stand = () => {};
  const standing = new Promise<void>((resolve) => {
    stand = resolve;
  });
  holdBack(standing);
  const outbox = open();
  outbox.send('room', 'First');
  await expect.poll(() => stored).toHaveLength(1);
  expect(outbox.items()).toMatchObject([{ text: 'First' }]);
  stand();
  await expect.poll(() => outbox.items()).toEqual([]);
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
  expect(outbox.items()).toMatchObject([{ text: 'First', state: 'failed' }]);
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
  await expect.poll(() => outbox.items()[0]?.state).toBe('failed');
});

test('a refused message is marked, does not block others, and can be retried or withdrawn', async () => {
  const { open, failures, stored } = createWorld();
  const outbox = open();
  failures.push(refused);
  outbox.send('room', 'First');
  outbox.send('room', 'Second');
  await expect.poll(() => stored).toEqual(['Second for me,luca']);
  expect(outbox.items()).toMatchObject([{ text: 'First', state: 'failed' }]);
  outbox.retry('c1');
  await expect.poll(() => stored).toHaveLength(2);
  failures.push(refused);
  outbox.send('room', 'Third');
  await expect.poll(() => outbox.items()[0]?.state).toBe('failed');
  outbox.withdraw('c3');
  expect(outbox.items()).toEqual([]);
});

test('a waiting file can be withdrawn, and one that is too large is never sent', async () => {
  const { open, failures, stored, kept, comeBack } = createWorld();
  const outbox = open();
  failures.push(away);
  outbox.sendFile('room', new File(['40 Nm'], 'seal.txt'));
  outbox.sendFile('room', new File(['0123456789 and more'], 'film.mp4'));
  await expect.poll(() => outbox.items().map(({ state }) => state)).toEqual(['waiting', 'tooLarge']);
  outbox.withdraw('c1');
  comeBack();
  await expect.poll(() => kept.size).toBe(0);
  expect(stored).toEqual([]);
});

test('a file whose upload outlasts its signature has failed, and is not uploaded again by itself', async () => {
  const { open, failures, stored, comeBack } = createWorld();
  const outbox = open();
  failures.push(tooSlow);
  outbox.sendFile('room', new File(['40 Nm'], 'seal.txt'));
  await expect.poll(() => outbox.items()[0]?.state).toBe('failed');
  comeBack();
  outbox.send('room', 'Next');
  await expect.poll(() => stored).toEqual(['Next for me,luca']);
});

test('the description of a file is sealed; its name is sent beside it', async () => {
  const { open, ports, stored } = createWorld();
  const send = vi.spyOn(ports, 'sendMessage');
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
  await expect.poll(() => outbox.items()[0]?.state).toBe('waiting');
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
    const send = vi.spyOn(world.ports, 'sendMessage');
    const outbox = world.open();
    outbox.sendFile('room', new File(['40 Nm'], 'seal.txt'));
    await expect.poll(() => sealFile.mock.calls).toHaveLength(1);
    outbox[how]('c1');
    expect(world.signals.map(({ aborted }) => aborted)).toEqual([true]);
    finish('sealed');
    await new Promise((done) => setTimeout(done));
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

test('a change is sealed under the scheme of its message at least', async () => {
  const { ports, open } = createWorld();
  vi.spyOn(ports.cipher, 'schemeFor').mockImplementation(async (_, least = 1) => least);
  const sent = vi.spyOn(ports, 'sendMessage');
  const change = { change: 'delete', changedUniqueId: 'm-1' } as const;
  open().send('room', 'deleted', { change: { ...change, changedScheme: 2 } });
  await expect.poll(() => sent.mock.lastCall?.[0]).toMatchObject({ ...change, cryptoSchema: 2 });
  expect(sent.mock.lastCall?.[0]).not.toHaveProperty('changedScheme');
});

test('the preview of a picture is sent with it, sealed for its own place, also from the next page', async () => {
  const world = createWorld();
  const { sealFile } = world;
  const send = vi.spyOn(world.ports, 'sendMessage');
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
  await expect.poll(() => outbox.items()[0]?.state).toBe('waiting');
  outbox.stop();
  await world.open().sendLeft();
  await expect.poll(() => send.mock.lastCall?.[0]).toMatchObject(sealed);
});

test('a message is sealed once for everybody if there is nothing to ask', async () => {
  const { open, ports, stored } = createWorld();
  const sealText = vi.spyOn(ports.cipher, 'sealText');
  open().send('room', 'First');
  await expect.poll(() => stored).toEqual(['First for me,luca']);
  expect(sealText).toHaveBeenCalledTimes(1);
});

test('a sealed text is announced as it is sent, but not what is sealed for the user alone', async () => {
  const { open, ports, kept, stored } = createWorld();
  const announced: string[] = [];
  const mustAsk = vi.spyOn(ports.cipher, 'mustAsk');
  const outbox = createOutbox({ ...ports, announce: (_, { message }) => void announced.push(message) });
  outbox.send('room', 'First');
  await expect.poll(() => stored).toEqual(announced);
  mustAsk.mockResolvedValue(true);
  vi.spyOn(ports, 'recipients').mockRejectedValue(away);
  const waiting = createOutbox({ ...ports, announce: (_, { message }) => void announced.push(message) });
  waiting.send('room', 'Second');
  await expect.poll(() => kept.size).toBe(1);
  expect(announced).toEqual(['First for me,luca']);
  open().stop();
});

test('a refused item of a place that does not show it later is not stored', async () => {
  const { ports, failures, kept } = createWorld();
  const onFailed = vi.fn<NonNullable<OutboxPorts['onFailed']>>();
  const outbox = createOutbox({ ...ports, keepsRefused: false, onFailed });
  failures.push(refused);
  outbox.send('room', 'First');
  await expect.poll(() => onFailed.mock.calls).toHaveLength(1);
  expect([stateOf(outbox), kept.size]).toEqual(['failed', 0]);
  outbox.release('room');
  expect(outbox.items()).toEqual([]);
});

test('a snapshot is sealed for its place and stored, also from the next page', async () => {
  const world = createWorld();
  const pics: unknown[] = [];
  const failing: Error[] = [away];
  const ports: OutboxPorts = {
    ...world.ports,
    kind: 'call',
    sendPic: async (fields) => {
      const failure = failing.shift();
      if (failure) throw failure;
      pics.push(fields.picBase64);
    },
  };
  const first = createOutbox(ports);
  first.sendPic('call', 'p1', new Blob(['pixels']));
  await expect.poll(() => stateOf(first)).toBe('waiting');
  const place = { kind: 'pic', within: 'call', id: 'p1' };
  expect(world.sealFile.mock.lastCall?.slice(2)).toEqual([[me, luca], place]);
  first.stop();
  await createOutbox(ports).sendLeft();
  await expect.poll(() => pics).toEqual([btoa('pixels')]);
  await expect.poll(() => world.kept.size).toBe(0);
});

test('who asked this device for a snapshot belongs to its place and is sent with it, also from the next page', async () => {
  const world = createWorld();
  const taken: unknown[] = [];
  const failing: Error[] = [away];
  const ports: OutboxPorts = {
    ...world.ports,
    kind: 'call',
    sendPic: async ({ takenByUniqueId }) => {
      const failure = failing.shift();
      if (failure) throw failure;
      taken.push(takenByUniqueId);
    },
  };
  const first = createOutbox(ports);
  first.sendPic('call', 'p1', new Blob(['pixels']), luca.uniqueId);
  await expect.poll(() => stateOf(first)).toBe('waiting');
  const place = { kind: 'pic', within: 'call', id: 'p1', takenBy: luca.uniqueId };
  expect(world.sealFile.mock.lastCall?.[3]).toEqual(place);
  first.stop();
  await createOutbox(ports).sendLeft();
  await expect.poll(() => taken).toEqual([luca.uniqueId]);
  expect(world.sealFile.mock.lastCall?.[3]).toEqual(place);
});
