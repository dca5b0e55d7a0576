/** Scheme 2: contents from peers and the server are genuine only in the place for which their author sealed them. */
import { type Contact, NOT_GENUINE, type SealedPlace } from '@earth/contracts';
import { expect, test } from 'vitest';
import { chatOf, createCallWorld, filesOf, hostileSay, openFileOf, snapshotsOf } from '../testing/call-world';
import { draw, drawn, HERS, HIS, withDrawing } from '../testing/drawing-world';
import { giulia, luca, marco, OTHER_CALL_ID, rosterOf } from '../testing/people';
import { settled } from '../testing/promises';

const signedWorld = () => createCallWorld({ cryptoSchema: 2, fieldUsersDraw: true });

async function createSignedTalk() {
  const world = signedWorld();
  const { caller, callee } = await world.talk();
  return { world, server: world.server, luca: caller, giulia: callee };
}

/** Sealed for Luca by the fake cipher. */
const sealedBy = ({ publicKey }: Contact, text: string, { kind, within, id, takenBy }: SealedPlace) =>
  JSON.stringify({
    text,
    keys: [luca.publicKey],
    signed: [publicKey, kind, within, id, ...(takenBy === undefined ? [] : [takenBy])],
  });

const withNewKeys = (contact: Contact): Contact => ({
  ...contact,
  publicKey: `new ${contact.publicKey}`,
  formerKeys: [{ publicKey: contact.publicKey, replacedDate: '2026-01-05T10:05:00.000Z' }],
});

test('a call gets the id that its subject was sealed for', async () => {
  const { server, giulia: page } = await createSignedTalk();
  expect(JSON.parse(server.call?.subject ?? '')).toMatchObject({
    signed: [luca.publicKey, 'subject', server.call?.uniqueId, null],
  });
  expect(page.view('inCall').subject).toBe('Feed pump');
});

test('a subject sealed for another call is shown as not genuine', async () => {
  const { server, page, ring } = signedWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  await ring(caller, callee);
  if (!server.call) throw new Error('There is no call');
  const call = { ...server.call, uniqueId: OTHER_CALL_ID };
  const later = page(giulia);
  server.push([giulia.uniqueId], { messageType: 'IncomingCall', messageContent: { call, caller: luca } });
  await settled();
  expect(later.view('incoming').subject).toEqual(NOT_GENUINE);
});

test('messages, files, snapshots and drawings verify as their author’s', async () => {
  const { server, caller, callee, picId, pass } = await withDrawing(signedWorld());
  caller.session.sendMessage('It leaks');
  caller.session.sendFile(new File(['seen'], 'gauge.png'));
  draw(callee, picId, 20);
  await pass(2_000);
  expect(chatOf(callee)).toEqual(['Luca: It leaks (sent)', 'Luca: gauge.png (sent)']);
  expect(filesOf(callee)).toEqual(['gauge.png, 4 (sent)']);
  expect(snapshotsOf(caller)).toEqual(['1 ready']);
  const stored = [...server.messages, ...server.pics, ...server.drawings];
  expect(stored.map(({ cryptoSchema }) => cryptoSchema)).toEqual([2, 2, 2, 2]);
});

test.each<[string, Contact, (within: string) => SealedPlace]>([
  ['another has written', marco, (within) => ({ kind: 'message', within, id: 'a' })],
  ['was written in another call', giulia, () => ({ kind: 'message', within: OTHER_CALL_ID, id: 'a' })],
  ['stands under another id', giulia, (within) => ({ kind: 'message', within, id: 'b' })],
  ['was a file’s', giulia, (within) => ({ kind: 'file', within, id: 'a' })],
])('a message that %s is shown as not genuine, without its text, and no key is requested', async (...one) => {
  const [, author, place] = one;
  const { world, server, luca: page } = await createSignedTalk();
  const message = sealedBy(author, 'Open V-12', place(server.callId));
  await server.apiOf(giulia, []).sendCallMessage({ id: '', message, cryptoSchema: 2, clientId: 'a' });
  await world.pass(10_000);
  expect(chatOf(page)).toEqual(['Giulia: null (notGenuine)']);
  expect(server.asked).not.toContain('Giulia addCallKeys');
});

test('contents by a participant who is unknown yet verify after fetching the participants', async () => {
  const { world, server, luca: page } = await createSignedTalk();
  if (!server.call) throw new Error('There is no call');
  server.call = { ...server.call, targets: [...server.call.targets, ...rosterOf([marco, 'joined'])] };
  const by = (kind: 'message' | 'file' | 'pic') =>
    sealedBy(marco, 'gauge.pdf', { kind, within: server.callId, id: 'a' });
  const api = server.apiOf(marco, []);
  const file = { fileName: 'gauge.pdf', base64File: by('file') };
  await api.sendCallMessage({ id: '', message: by('message'), cryptoSchema: 2, clientId: 'a', ...file });
  await api.addCallPic({ id: '', picBase64: by('pic'), cryptoSchema: 2, clientId: 'a' });
  await settled();
  await world.pass(500);
  expect(chatOf(page)).toEqual(['Marco: gauge.pdf (sent)']);
  expect(snapshotsOf(page)).toEqual(['1 ready']);
});

test('a forged peer message is not shown', async () => {
  const { world, server, luca: page } = await createSignedTalk();
  const say = (author: Contact, clientId: string) => {
    const message = sealedBy(author, clientId, { kind: 'message', within: server.callId, id: clientId });
    const date = '2026-01-05T10:00:00.000Z';
    return hostileSay(world, { type: 'msg', clientId, message, cryptoSchema: 2, date });
  };
  await say(marco, 'forged');
  await say(giulia, 'own');
  expect(chatOf(page)).toEqual(['Giulia: own (sent)']);
});

test('a snapshot and a file sealed by another are marked as not genuine, and not shown', async () => {
  const { server, luca: page } = await createSignedTalk();
  const api = server.apiOf(giulia, []);
  const by = (author: Contact, kind: 'message' | 'file' | 'pic') =>
    sealedBy(author, 'gauge.png', { kind, within: server.callId, id: 'a' });
  await api.addCallPic({ id: '', picBase64: by(marco, 'pic'), cryptoSchema: 2, clientId: 'a' });
  const file = { fileName: 'gauge.png', base64File: by(marco, 'file') };
  await api.sendCallMessage({ id: '', message: by(giulia, 'message'), cryptoSchema: 2, clientId: 'a', ...file });
  await settled();
  await settled();
  expect(snapshotsOf(page)).toEqual(['1 notGenuine']);
  expect(await openFileOf(page, 'gauge.png')).toEqual(NOT_GENUINE);
});

test('an unsigned file of a signed message is not genuine', async () => {
  const { server, luca: page } = await createSignedTalk();
  const message = sealedBy(giulia, 'gauge.png', { kind: 'message', within: server.callId, id: 'a' });
  const base64File = JSON.stringify({ text: 'forged', keys: [luca.publicKey] });
  const file = { fileName: 'gauge.png', base64File };
  await server.apiOf(giulia, []).sendCallMessage({ id: '', message, cryptoSchema: 2, clientId: 'a', ...file });
  await settled();
  await settled();
  expect(await openFileOf(page, 'gauge.png')).toEqual(NOT_GENUINE);
});

test('a drawing moved to another picture is not drawn', async () => {
  const world = signedWorld();
  const { server, caller, callee, picId, pass, page } = await withDrawing(world);
  callee.session.takeSnapshot(luca.uniqueId);
  draw(callee, picId, 20);
  await pass(2_000);
  const [first] = server.drawings;
  const other = server.pics.find(({ uniqueId }) => uniqueId !== picId)?.uniqueId ?? '';
  if (!first) throw new Error('Nothing is stored');
  server.drawings.push({ ...first, picUniqueId: other });
  callee.vanish();
  const again = page(luca, { kept: caller.vanish() });
  await again.session.resume();
  await pass(1_000);
  for (const shown of [picId, other]) {
    again.session.selectPic(shown);
    await pass(1_000);
  }
  expect(drawn(again, picId)).toEqual([`${HERS} pen 20,10 21,10`]);
  expect(drawn(again, other)).toEqual([]);
});

test('subject and drawings verify although their author’s keys have changed', async () => {
  const world = signedWorld();
  const { server, caller, callee, picId, pass } = await withDrawing(world);
  draw(caller, picId, 20);
  await pass(2_000);
  if (!server.call) throw new Error('There is no call');
  const renewed = <One extends { readonly contact: Contact }>(one: One) => ({
    ...one,
    contact: withNewKeys(one.contact),
  });
  server.call = { ...server.call, caller: withNewKeys(luca), targets: server.targets.map(renewed) };
  // The drawing then comes only from the server.
  caller.vanish();
  const again = world.page(giulia, { kept: callee.vanish() });
  await again.session.resume();
  again.session.selectPic(picId);
  await pass(1_000);
  expect(again.view('inCall').subject).toBe('Feed pump');
  expect(drawn(again, picId)).toEqual([`${HIS} pen 20,10 21,10`]);
});

test('a late joiner reads signed contents with keys from another participant', async () => {
  const world = signedWorld();
  const { caller, callee } = await world.talk();
  caller.session.sendMessage('It leaks');
  await settled();
  const third = world.page(marco);
  await world.add(callee, third);
  await world.pass(10_000);
  expect(chatOf(third)).toEqual(['Luca: It leaks (sent)']);
  expect(third.view('inCall').subject).toBe('Feed pump');
});

test('a preview is shown only if its sender has sealed it as one', async () => {
  const { world, server, luca: page } = await createSignedTalk();
  const say = (author: Contact, kind: 'pic' | 'preview', clientId: string) => {
    const preview = sealedBy(author, 'small', { kind, within: server.callId, id: clientId });
    return hostileSay(world, { type: 'picPreview', clientId, cryptoSchema: 2, preview });
  };
  await say(marco, 'preview', 'forged');
  await say(giulia, 'pic', 'large');
  await settled();
  expect(snapshotsOf(page)).toEqual([]);
  await say(giulia, 'preview', 'own');
  await settled();
  expect(snapshotsOf(page)).toEqual(['1 loading']);
});

test('a snapshot is genuine only as taken by the one whom its author has named', async () => {
  const { world, server, luca: page, giulia: asker } = await createSignedTalk();
  asker.session.takeSnapshot(luca.uniqueId);
  await world.pass(500);
  expect(server.pics).toMatchObject([{ contactUniqueId: luca.uniqueId, takenByUniqueId: giulia.uniqueId }]);
  const place = { kind: 'pic', within: server.callId, takenBy: marco.uniqueId } as const;
  for (const [clientId, takenByUniqueId] of [
    ['a', marco.uniqueId],
    ['b', luca.uniqueId],
    ['c', undefined],
  ] as const) {
    const picBase64 = sealedBy(giulia, 'gauge', { ...place, id: clientId });
    await server.apiOf(giulia, []).addCallPic({ id: '', picBase64, cryptoSchema: 2, clientId, takenByUniqueId });
  }
  await world.pass(500);
  expect(snapshotsOf(asker)[0]).toBe('1 ready');
  expect(snapshotsOf(page)).toEqual(['1 ready', '2 ready', '3 notGenuine', '4 notGenuine']);
});
