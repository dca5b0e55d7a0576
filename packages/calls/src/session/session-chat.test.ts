import type { PeerMessage } from '@earth/contracts';
import { expect, test, vi } from 'vitest';
import { UNCONFIRMED_MAX } from '../messages/chat';
import { SETTLE_MS } from './first-poll';
import { REFRESH_MS } from './refresh-requests';
import { REPLY_WAIT_MS, RETRY_EVERY_MS, writeChange } from '@earth/messaging';
import { chatOf, createCallWorld, hostileSay } from '../testing/call-world';
import { keysOf } from '../testing/fake-cipher';
import { giulia, luca, marco, paolo } from '../testing/people';
import { settled } from '../testing/promises';

const sooner = (clientId: string, text: string, keys = [luca.publicKey]): PeerMessage => ({
  type: 'msg',
  clientId,
  message: JSON.stringify({ text, keys }),
  cryptoSchema: 1,
  date: '2026-01-05T10:00:00.000Z',
});

test('messages are stored once and shown once on both sides, in order', async () => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  caller.session.sendMessage('The pump is dry');
  callee.session.sendMessage('Close valve 2');
  caller.session.sendMessage('   ');
  await settled();
  await settled();
  const chat = ['Luca: The pump is dry (sent)', 'Giulia: Close valve 2 (sent)'];
  expect(chatOf(caller)).toEqual(chat);
  expect(chatOf(callee)).toEqual(chat);
  expect(server.messages).toHaveLength(2);
  expect(caller.view('inCall').messages.map(({ sender }) => sender.uniqueId)).toEqual([luca.uniqueId, giulia.uniqueId]);
});

test('a message keeps its id when it is stored', async () => {
  const { talk } = createCallWorld();
  const { caller } = await talk();
  caller.session.sendMessage('The pump is dry');
  const [before] = caller.view('inCall').outgoing;
  expect(before?.state).toBe('sending');
  await settled();
  expect(caller.view('inCall').messages).toMatchObject([{ clientId: before?.clientId, state: 'stored' }]);
  expect(caller.view('inCall').outgoing).toEqual([]);
});

test('messages and snapshots are sealed only for participants and those who ring', async () => {
  const { server, page, ring, pass } = createCallWorld();
  const [caller, callee, ringing, refuses] = [page(luca), page(giulia), page(marco), page(paolo)];
  await ring(caller, callee, ringing, refuses);
  callee.session.accept();
  refuses.session.decline();
  await pass(2 * SETTLE_MS);
  callee.session.sendMessage('Hello');
  callee.session.takeSnapshot(null);
  await settled();
  const keys = [giulia, luca, marco].map(({ publicKey }) => publicKey);
  expect(keysOf(server.messages[0]?.message)).toEqual(keys);
  expect(keysOf([...server.files.values()][0])).toEqual(keys);
});

test('the known recipients are reused, and fetched again when the server knows others', async () => {
  const { server, talk } = createCallWorld();
  const { caller } = await talk();
  server.asked.length = 0;
  caller.session.sendMessage('Hello');
  await settled();
  expect(server.asked).not.toContain('Luca listParticipants');
  server.fail('sendCallMessage', { code: 400, error: 'recipientUnknown', message: '' });
  if (server.call)
    server.call = {
      ...server.call,
      targets: [...server.targets, { contact: marco, state: 'ringing', annotationsColor: '#000000' }],
    };
  caller.session.sendMessage('Hello again');
  await settled();
  expect(server.messages.map(({ message }) => keysOf(message)?.includes(marco.publicKey))).toEqual([false, true]);
});

test('a message is delivered to a page that has it, and read while its chat is open', async () => {
  const { talk, pass } = createCallWorld();
  const { caller, callee } = await talk();
  const reached = () =>
    caller
      .view('inCall')
      .readers.flatMap(({ contactId, deliveredPosition, readPosition }) =>
        contactId === giulia.uniqueId ? [deliveredPosition, readPosition] : [],
      );
  caller.session.sendMessage('The pump is dry');
  await pass(500);
  expect(reached()).toEqual([1, 0]);
  callee.session.setChatOpen(true);
  await pass(500);
  expect(reached()).toEqual([1, 1]);
  caller.session.sendMessage('Close valve 2');
  await pass(500);
  expect(reached()).toEqual([2, 2]);
});

test('a message is sealed once, and opened once by its reader', async () => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  const sealed = vi.spyOn(caller, 'beforeSealing');
  const opened = vi.spyOn(callee, 'beforeOpening');
  caller.session.sendMessage('The pump is dry');
  await settled();
  await settled();
  expect(chatOf(callee)).toEqual(['Luca: The pump is dry (sent)']);
  expect(sealed).toHaveBeenCalledTimes(1);
  expect(opened.mock.calls).toEqual([[server.messages[0]?.message]]);
});

test('while the server is unreachable, a message is shown to the other side, waits, and is stored once later', async () => {
  const { server, talk, pass } = createCallWorld();
  const { caller, callee } = await talk();
  server.goAway();
  caller.session.sendMessage('Are you there?');
  caller.session.sendMessage('I see you');
  await settled();
  expect(chatOf(caller)).toEqual(['Luca: Are you there? (waiting)', 'Luca: I see you (waiting)']);
  expect(chatOf(callee)).toEqual(['Luca: Are you there? (sent)', 'Luca: I see you (sent)']);
  server.comeBack();
  await pass(500);
  expect(server.messages.map(({ message }) => (JSON.parse(message) as { text: string }).text)).toEqual([
    'Are you there?',
    'I see you',
  ]);
  const chat = ['Luca: Are you there? (sent)', 'Luca: I see you (sent)'];
  expect([chatOf(caller), chatOf(callee)]).toEqual([chat, chat]);
});

test('a message whose answer was lost is sent again with the same id, and stored once', async () => {
  const { server, talk, pass } = createCallWorld();
  const { caller, callee } = await talk();
  server.losing.add('sendCallMessage');
  caller.session.sendMessage('Once');
  await pass(RETRY_EVERY_MS + 500);
  expect([chatOf(caller), chatOf(callee)]).toEqual([['Luca: Once (sent)'], ['Luca: Once (sent)']]);
  expect(server.messages).toHaveLength(1);
  expect(server.asked.filter((asked) => asked === 'Luca sendCallMessage')).toHaveLength(2);
});

test('a message that the server refuses has failed, does not hold up the next, and can be sent again', async () => {
  const { server, talk } = createCallWorld();
  const { caller } = await talk();
  server.fail('sendCallMessage', { code: 400, error: 'envelopeInvalid', message: '' });
  caller.session.sendMessage('First');
  caller.session.sendMessage('Second');
  await settled();
  expect(chatOf(caller)).toEqual(['Luca: Second (sent)', 'Luca: First (failed)']);
  caller.session.retryMessage(caller.view('inCall').outgoing[0]?.clientId ?? '');
  await settled();
  expect(chatOf(caller)).toEqual(['Luca: Second (sent)', 'Luca: First (sent)']);
});

test('messages that arrive while the chat is closed are unread, each counted once', async () => {
  const { talk } = createCallWorld();
  const { caller, callee } = await talk();
  caller.session.sendMessage('One');
  caller.session.sendMessage('Two');
  await settled();
  expect(callee.view('inCall').unreadMessages).toBe(2);
  expect(caller.view('inCall').unreadMessages).toBe(0);
  callee.session.setChatOpen(true);
  expect(callee.view('inCall').unreadMessages).toBe(0);
  caller.session.sendMessage('Three');
  await settled();
  expect(callee.view('inCall').unreadMessages).toBe(0);
  callee.session.setChatOpen(false);
  caller.session.sendMessage('Four');
  await settled();
  expect(callee.view('inCall').unreadMessages).toBe(1);
});

test('messages missed offline, or from before a reload, are loaded; only the missed ones are unread', async () => {
  const { server, page, talk, pass } = createCallWorld();
  const { caller, callee } = await talk();
  callee.socket.close();
  server.signaling.passes = () => false;
  caller.session.sendMessage('Missed');
  await settled();
  callee.socket.open();
  await pass(500);
  expect(chatOf(callee)).toEqual(['Luca: Missed (sent)']);
  expect(callee.view('inCall').unreadMessages).toBe(1);
  server.signaling.passes = () => true;
  const reloaded = page(giulia, { kept: callee.vanish() });
  await reloaded.session.resume();
  await settled();
  expect(chatOf(reloaded)).toEqual(['Luca: Missed (sent)']);
  expect(reloaded.view('inCall').unreadMessages).toBe(0);
  caller.session.sendMessage('New');
  await settled();
  expect(reloaded.view('inCall').unreadMessages).toBe(1);
});

test('a message that is not sealed for the reader is listed as unreadable', async () => {
  const { server, talk } = createCallWorld();
  const { caller } = await talk();
  const api = server.apiOf(giulia, []);
  await api.sendCallMessage({ id: '', message: '{"text":"secret","keys":[]}', cryptoSchema: 1, clientId: 'a' });
  await settled();
  expect(caller.view('inCall').messages).toMatchObject([{ text: null, sender: { name: 'Giulia Ferri' } }]);
});

test('a peer message is shown sooner, and the stored message replaces it', async () => {
  const world = createCallWorld();
  const { caller } = await world.talk();
  await hostileSay(world, sooner('a', 'Nice words'));
  expect(chatOf(caller)).toEqual(['Giulia: Nice words (sent)']);
  await hostileSay(world, sooner('a', 'Said twice'));
  expect(chatOf(caller)).toEqual(['Giulia: Nice words (sent)']);
  const message = JSON.stringify({ text: 'What was posted', keys: [luca.publicKey] });
  await world.server.apiOf(giulia, []).sendCallMessage({ id: '', message, cryptoSchema: 1, clientId: 'a' });
  await settled();
  expect(chatOf(caller)).toEqual(['Giulia: What was posted (sent)']);
  expect(caller.view('inCall').unreadMessages).toBe(1);
});

test('a peer cannot impersonate another, flood the chat, or show unreadable messages', async () => {
  const world = createCallWorld();
  const { caller } = await world.talk();
  caller.session.sendMessage('Mine');
  await settled();
  const own = caller.view('inCall').messages[0]?.clientId ?? '';
  await hostileSay(world, sooner(own, 'Changed'));
  expect(chatOf(caller)).toEqual(['Luca: Mine (sent)', 'Giulia: Changed (sent)']);
  await hostileSay(world, sooner('b', 'For somebody else', [marco.publicKey]));
  expect(caller.view('inCall').messages).toHaveLength(2);
  for (let index = 0; index < UNCONFIRMED_MAX + 5; index += 1) await hostileSay(world, sooner(`flood ${index}`, 'x'));
  expect(caller.view('inCall').messages).toHaveLength(1 + UNCONFIRMED_MAX);
});

test('a peer that claims another key or identity is not believed', async () => {
  const world = createCallWorld();
  const { caller } = await world.talk();
  await world.pass(REFRESH_MS);
  world.server.asked.length = 0;
  await hostileSay(world, { type: 'participant', contact: { uniqueId: giulia.uniqueId, publicKey: giulia.publicKey } });
  expect(world.server.asked).toEqual([]);
  await hostileSay(world, { type: 'participant', contact: { uniqueId: giulia.uniqueId, publicKey: 'key of a thief' } });
  await world.pass(REFRESH_MS);
  await hostileSay(world, { type: 'participant', contact: { uniqueId: marco.uniqueId, publicKey: marco.publicKey } });
  expect(world.server.asked).toEqual(['Luca listParticipants', 'Luca listParticipants']);
  caller.session.sendMessage('Hello');
  await settled();
  expect(keysOf(world.server.messages[0]?.message)).toEqual([luca.publicKey, giulia.publicKey]);
});

test('a reply is stored after what it answers, even if that author’s network is slower', async () => {
  const world = createCallWorld();
  const { caller } = await world.talk();
  await hostileSay(world, sooner('slow', 'Which valve?'));
  caller.session.sendMessage('The second');
  await world.pass(REPLY_WAIT_MS - 1000);
  expect(world.server.messages).toHaveLength(0);
  const message = JSON.stringify({ text: 'Which valve?', keys: [luca.publicKey] });
  await world.server.apiOf(giulia, []).sendCallMessage({ id: '', message, cryptoSchema: 1, clientId: 'slow' });
  await settled();
  await settled();
  expect(chatOf(caller)).toEqual(['Giulia: Which valve? (sent)', 'Luca: The second (sent)']);
  expect(world.server.messages).toHaveLength(2);
});

test('a message that is never stored delays replies only for a limited time', async () => {
  const world = createCallWorld();
  const { caller } = await world.talk();
  await hostileSay(world, sooner('never', 'Hello?'));
  caller.session.sendMessage('One');
  caller.session.sendMessage('Two');
  await world.pass(REPLY_WAIT_MS);
  await settled();
  expect(world.server.messages).toHaveLength(2);
  caller.session.sendMessage('Three');
  await settled();
  expect(world.server.messages).toHaveLength(3);
});

test.each([
  ['waits', settled],
  ['is being sealed', async () => {}],
])('a reply that %s when its author signs out is not posted', async (_, moment) => {
  const world = createCallWorld();
  const { caller } = await world.talk();
  await hostileSay(world, sooner('slow', 'Which valve?'));
  caller.session.sendMessage('The second');
  await moment();
  caller.session.dispose();
  await world.pass(REPLY_WAIT_MS);
  expect(world.server.messages).toEqual([]);
});

test('an own message is edited and deleted for everybody, nobody else’s, and a deleted one is not unread', async () => {
  const { talk } = createCallWorld();
  const { caller, callee } = await talk();
  caller.session.sendMessage('Valve 1');
  caller.session.sendMessage('Code 4711');
  await settled();
  const [valve, code] = caller.view('inCall').messages;
  if (!valve || !code) throw new Error('Two messages are needed');
  expect(callee.view('inCall').unreadMessages).toBe(2);
  const change = (by: typeof caller, kind: 'edit' | 'delete', of: typeof valve, text = '') =>
    by.session.sendMessage(writeChange({ kind, authorId: luca.uniqueId, id: of.clientId ?? '', text }), {
      change: kind,
      changedUniqueId: of.uniqueId,
      changedScheme: of.cryptoSchema,
    });
  change(caller, 'edit', valve, 'Valve 2');
  change(caller, 'delete', code);
  change(callee, 'edit', valve, 'Valve 3');
  change(callee, 'delete', valve);
  await settled();
  await settled();
  for (const page of [caller, callee])
    expect(page.view('inCall').messages).toMatchObject([
      { uniqueId: valve.uniqueId, text: 'Valve 2', isEdited: true, state: 'stored' },
      { uniqueId: code.uniqueId, text: '', isDeleted: true },
    ]);
  expect(callee.view('inCall').unreadMessages).toBe(1);
});

test('others see an edit only when the server has it: until then it would be a line of its own', async () => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  caller.session.sendMessage('Valve 1');
  await settled();
  const [valve] = caller.view('inCall').messages;
  server.fail('sendCallMessage', { code: 0, error: null, message: '' });
  caller.session.sendMessage(
    writeChange({ kind: 'edit', authorId: luca.uniqueId, id: valve?.clientId ?? '', text: 'Valve 2' }),
    { change: 'edit', changedUniqueId: valve?.uniqueId ?? '', changedScheme: valve?.cryptoSchema ?? 0 },
  );
  await settled();
  expect(chatOf(callee)).toEqual(['Luca: Valve 1 (sent)']);
});
