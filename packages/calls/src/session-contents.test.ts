import type { PeerMessage } from '@earth/contracts';
import { expect, test } from 'vitest';
import { UNCONFIRMED_MAX } from './chat';
import { RETRY_EVERY_MS } from './outbox';
import { encodePeerMessage } from './peer-messages';
import { chatOf, createCallWorld, snapshotsOf, type TestPage } from './testing/call-world';
import { giulia, luca, marco, paolo } from './testing/people';
import { settled } from './testing/promises';

const keysOf = (sealed: string | undefined) => (JSON.parse(sealed ?? '{}') as { keys?: string[] }).keys;

/** A peer that says whatever it likes over the data channel. */
function hostileSay(world: ReturnType<typeof createCallWorld>, message: PeerMessage) {
  // The callee is the newcomer, so its connection is the first.
  world.net.connections[0]?.channel?.send(encodePeerMessage(message));
  return settled();
}

const sooner = (clientId: string, text: string, keys = [luca.publicKey]): PeerMessage => ({
  type: 'msg',
  clientId,
  message: JSON.stringify({ text, keys }),
  cryptoSchema: 1,
  date: '2026-01-05T10:00:00.000Z',
});

test('what is written is stored once and shown once on both sides, in order', async () => {
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
  expect(caller.view('inCall').messages.map(({ isMine }) => isMine)).toEqual([true, false]);
});

test('a message keeps its key when it is stored', async () => {
  const { talk } = createCallWorld();
  const { caller } = await talk();
  caller.session.sendMessage('The pump is dry');
  const [before] = caller.view('inCall').messages;
  expect(before?.state).toBe('sending');
  await settled();
  expect(caller.view('inCall').messages).toMatchObject([{ key: before?.key, state: 'sent' }]);
});

test('messages and snapshots are sealed for those in the call and those who ring, and for nobody else', async () => {
  const { server, page, ring } = createCallWorld();
  const [caller, callee, ringing, refuses] = [page(luca), page(giulia), page(marco), page(paolo)];
  await ring(caller, callee, ringing, refuses);
  callee.session.accept();
  refuses.session.decline();
  await settled();
  callee.session.sendMessage('Hello');
  callee.session.takeSnapshot(null);
  await settled();
  const keys = [giulia, luca, marco].map(({ publicKey }) => publicKey);
  expect(keysOf(server.messages[0]?.message)).toEqual(keys);
  expect(keysOf([...server.files.values()][0])).toEqual(keys);
});

test('the people are asked anew for each message', async () => {
  const { server, talk } = createCallWorld();
  const { caller } = await talk();
  if (server.call)
    server.call = {
      ...server.call,
      targets: [...server.targets, { contact: marco, state: 'ringing', annotationsColor: '#000000' }],
    };
  caller.session.sendMessage('Hello');
  await settled();
  expect(keysOf(server.messages[0]?.message)).toContain(marco.publicKey);
});

test('while the server is away a message is seen by the other side, waits, and is stored once when it is back', async () => {
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
  caller.session.retryMessage(caller.view('inCall').messages.at(-1)?.key ?? '');
  await settled();
  expect(chatOf(caller)).toEqual(['Luca: Second (sent)', 'Luca: First (sent)']);
});

test('unread counts what comes while the chat is closed, each once', async () => {
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

test('what was written while the net was away, or before a reload, is there afterwards; only the first is news', async () => {
  const { server, page, talk, pass } = createCallWorld();
  const { caller, callee } = await talk();
  callee.socket.close();
  server.room.passes = () => false;
  caller.session.sendMessage('Missed');
  await settled();
  callee.socket.open();
  await pass(500);
  expect(chatOf(callee)).toEqual(['Luca: Missed (sent)']);
  expect(callee.view('inCall').unreadMessages).toBe(1);
  server.room.passes = () => true;
  const reloaded = page(giulia, { kept: callee.vanish() });
  await reloaded.session.resume();
  await settled();
  expect(chatOf(reloaded)).toEqual(['Luca: Missed (sent)']);
  expect(reloaded.view('inCall').unreadMessages).toBe(0);
});

test('a message that was not sealed for the reader is there, and cannot be read', async () => {
  const { server, talk } = createCallWorld();
  const { caller } = await talk();
  const api = server.apiOf(giulia, []);
  await api.sendCallMessage({ id: '', message: '{"text":"secret","keys":[]}', cryptoSchema: 1, clientId: 'a' });
  await settled();
  expect(caller.view('inCall').messages).toMatchObject([{ text: null, senderName: 'Giulia Ferri' }]);
});

test('a peer shows a message sooner; what is stored takes its place', async () => {
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

test('a peer can neither speak for another, nor flood, nor show what is not sealed for the reader', async () => {
  const world = createCallWorld();
  const { caller } = await world.talk();
  caller.session.sendMessage('Mine');
  await settled();
  const own = caller.view('inCall').messages[0]?.key.split(':')[1] ?? '';
  await hostileSay(world, sooner(own, 'Changed'));
  expect(chatOf(caller)).toEqual(['Luca: Mine (sent)', 'Giulia: Changed (sent)']);
  await hostileSay(world, sooner('b', 'For somebody else', [marco.publicKey]));
  for (let index = 0; index < UNCONFIRMED_MAX + 5; index += 1) await hostileSay(world, sooner(`flood ${index}`, 'x'));
  expect(caller.view('inCall').messages).toHaveLength(1 + UNCONFIRMED_MAX);
});

test('a peer that names another key or another person is not believed', async () => {
  const world = createCallWorld();
  const { caller } = await world.talk();
  world.server.asked.length = 0;
  await hostileSay(world, { type: 'participant', contact: { uniqueId: giulia.uniqueId, publicKey: 'key of a thief' } });
  await hostileSay(world, { type: 'participant', contact: { uniqueId: marco.uniqueId, publicKey: marco.publicKey } });
  expect(world.server.asked).toEqual(['Luca listParticipants', 'Luca listParticipants']);
  caller.session.sendMessage('Hello');
  await settled();
  expect(keysOf(world.server.messages[0]?.message)).toEqual([luca.publicKey, giulia.publicKey]);
});

/** Luca is helped by Giulia, who has taken a snapshot of his picture. */
async function withSnapshot(world = createCallWorld()) {
  const { caller, callee } = await world.talk();
  callee.session.takeSnapshot(luca.uniqueId);
  await settled();
  await settled();
  const picId = callee.view('inCall').snapshots[0]?.pic.uniqueId ?? '';
  return { ...world, caller, callee, picId };
}

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

test('a snapshot of the other’s picture is there at once, is stored, and lands on both sides', async () => {
  const { talk, server } = createCallWorld();
  const { caller, callee } = await talk();
  callee.session.takeSnapshot(luca.uniqueId);
  expect(snapshotsOf(callee)).toEqual(['1 saving']);
  await settled();
  await settled();
  expect([snapshotsOf(callee), snapshotsOf(caller)]).toEqual([['1 ready'], ['1 ready']]);
  expect([...server.files.values()][0]).toContain('frame of of 0');
  expect(caller.view('inCall').unseenPics).toBe(1);
  expect(callee.view('inCall').unseenPics).toBe(0);
  caller.session.markPicsSeen();
  expect(caller.view('inCall')).toMatchObject({ unseenPics: 0, snapshots: [{ isNew: false }] });
});

test('a snapshot of one’s own picture; without a picture there is none', async () => {
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

test('a snapshot waits while the server is away, and is stored once', async () => {
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

test('a snapshot that the server refuses has failed, and so has one that cannot be fetched', async () => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  server.fail('addCallPic', { code: 413, error: 'tooLarge', message: '' });
  callee.session.takeSnapshot(null);
  await settled();
  expect(snapshotsOf(callee)).toEqual(['1 failed']);
  server.fail('getCallFile', { code: 404, error: 'notFound', message: '' });
  callee.session.takeSnapshot(null);
  await settled();
  await settled();
  expect(snapshotsOf(caller)).toEqual(['1 failed']);
});

test('a snapshot that was not sealed for the reader says so', async () => {
  const { server, talk } = createCallWorld();
  const { caller } = await talk();
  await server.apiOf(giulia, []).addCallPic({ id: '', picBase64: '{"text":"x","keys":[]}', cryptoSchema: 1 });
  await settled();
  expect(snapshotsOf(caller)).toEqual(['1 unreadable']);
});

test('snapshots of before, and one deleted in the meantime, are found after the net was away', async () => {
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

test('a peer’s list of snapshots is only a reason to ask the server', async () => {
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

test('pictures are given back when the closed call is put away, and not before', async () => {
  const { caller, callee } = await withSnapshot();
  caller.session.hangUp();
  await settled();
  expect(caller.view('closed')).toMatchObject({ snapshots: [{ state: 'ready' }], messagesCount: 0 });
  expect(caller.urls.size).toBe(1);
  caller.session.dismiss();
  callee.session.dispose();
  expect([caller.urls.size, callee.urls.size]).toEqual([0, 0]);
});

test('a controller moves both screens to a snapshot and back to live', async () => {
  const { caller, callee, picId } = await withSnapshot();
  callee.session.selectPic(picId);
  await settled();
  expect(stageOf(callee)).toEqual(shows(picId, null));
  expect(stageOf(caller)).toEqual(shows(picId, 'Giulia Ferri'));
  callee.session.selectPic(null);
  await settled();
  expect([stageOf(callee), stageOf(caller)]).toEqual([LIVE, LIVE]);
});

test('who is no controller moves only their own screen', async () => {
  const { caller, callee, picId } = await withSnapshot();
  caller.session.selectPic(picId);
  await settled();
  expect(stageOf(caller)).toEqual(shows(picId, null));
  expect(stageOf(callee)).toEqual(LIVE);
});

test('the screen state of somebody who is no controller changes nothing for others', async () => {
  const world = createCallWorld();
  const { caller, callee } = await world.talk(world.page(giulia), world.page(luca));
  const picUniqueId = paolo.uniqueId;
  await hostileSay(world, { type: 'update_video_screen_state', state: 'GUIMODE_ANNOTATIONS', picUniqueId });
  await hostileSay(world, { type: 'onPicSelected', picUniqueId });
  expect([stageOf(caller), stageOf(callee)]).toEqual([LIVE, LIVE]);
});

test('a snapshot that is selected while it is being saved is shown to the others when it is stored', async () => {
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

test('who comes later, or again, asks the controller what is shown', async () => {
  const { page, caller, callee, picId } = await withSnapshot();
  callee.session.selectPic(picId);
  await settled();
  const reloaded = page(luca, { kept: caller.vanish() });
  await reloaded.session.resume();
  await settled();
  expect(stageOf(reloaded)).toEqual(shows(picId, 'Giulia Ferri'));
  expect(reloaded.view('inCall').unseenPics).toBe(0);
});

test('a selected snapshot that is deleted gives way to the live picture', async () => {
  const { server, caller, callee, picId } = await withSnapshot();
  callee.session.selectPic(picId);
  await settled();
  const messageContent = { callUniqueId: server.pics[0]?.callUniqueId ?? '', picUniqueId: picId };
  server.push([luca.uniqueId, giulia.uniqueId], { messageType: 'CallPicDeleted', messageContent });
  expect([stageOf(callee), stageOf(caller)]).toEqual([LIVE, LIVE]);
  expect(caller.urls.size).toBe(0);
});
