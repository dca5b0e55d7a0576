import { expect, test } from 'vitest';
import { chatOf, createCallWorld, filesOf, hostileSay, MAX_FILE_BYTES, openFileOf } from '../testing/call-world';
import { keysOf } from '../testing/fake-cipher';
import { giulia, luca } from '../testing/people';
import { settled } from '../testing/promises';

const sheet = () => new File(['Torque 40 Nm'], 'P-204.pdf', { type: 'application/pdf' });
const gauge = () => new File(['pixels'], 'gauge.png', { type: 'image/png' });

test('a file is sealed for the participants, shown to both, counted as a message, and downloaded on request', async () => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  callee.session.sendFile(sheet());
  expect(filesOf(callee)).toEqual(['P-204.pdf, 12 (sending)']);
  await settled();
  await settled();
  expect([filesOf(callee), filesOf(caller)]).toEqual([['P-204.pdf, 12 (sent)'], ['P-204.pdf, 12 (sent)']]);
  expect(keysOf([...server.files.values()][0])).toEqual([giulia.publicKey, luca.publicKey]);
  expect(caller.view('inCall').unreadMessages).toBe(1);
  expect(server.asked).not.toContain('Luca getCallFile');
  expect(await openFileOf(caller, 'P-204.pdf')).toBe('application/pdf: Torque 40 Nm');
});

test('while the server is unreachable, a file is announced to the other side, waits, and is stored once later', async () => {
  const { server, talk, pass } = createCallWorld();
  const { caller, callee } = await talk();
  server.goAway();
  caller.session.sendFile(sheet());
  await settled();
  expect(filesOf(caller)).toEqual(['P-204.pdf, 12 (waiting)']);
  expect(filesOf(callee)).toEqual(['P-204.pdf, 12 (coming)']);
  server.losing.add('sendCallMessage');
  server.comeBack();
  await pass(5_000);
  expect(filesOf(caller)).toEqual(['P-204.pdf, 12 (sent)']);
  expect(filesOf(callee)).toEqual(['P-204.pdf, 12 (sent)']);
  expect(server.files.size).toBe(1);
});

test('a file that is being uploaded does not delay later messages', async () => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  const arrive = server.hold('sendCallMessage', 'asked');
  caller.session.sendFile(sheet());
  await settled();
  caller.session.sendMessage('Look at page 3');
  await settled();
  expect(chatOf(caller)).toEqual(['Luca: Look at page 3 (sent)', 'Luca: P-204.pdf (sending)']);
  arrive();
  await settled();
  await settled();
  expect(chatOf(callee)).toEqual(['Luca: Look at page 3 (sent)', 'Luca: P-204.pdf (sent)']);
});

test('a file withdrawn during the upload is not stored, and disappears on both sides, with its unread count', async () => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  const arrive = server.hold('sendCallMessage', 'asked');
  caller.session.sendFile(gauge());
  await settled();
  const [own] = caller.view('inCall').outgoing;
  expect(own?.file?.gone).toBe(0.5);
  expect([filesOf(callee), callee.view('inCall').unreadMessages]).toEqual([['gauge.png, 6 (coming)'], 1]);
  callee.session.withdrawMessage(own?.clientId ?? '');
  caller.session.withdrawMessage(own?.clientId ?? '');
  await settled();
  arrive();
  caller.session.sendFile(sheet());
  await settled();
  await settled();
  for (const page of [caller, callee]) expect(filesOf(page)).toEqual(['P-204.pdf, 12 (sent)']);
  expect([server.messages.length, callee.view('inCall').unreadMessages]).toEqual([1, 1]);
});

test('a file withdrawn after it was stored appears again on both sides', async () => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  server.hold('sendCallMessage', 'answered');
  caller.session.sendFile(sheet());
  await settled();
  caller.session.withdrawMessage(caller.view('inCall').outgoing[0]?.clientId ?? '');
  expect(filesOf(caller)).toEqual([]);
  await settled();
  await settled();
  for (const page of [caller, callee]) expect(filesOf(page)).toEqual(['P-204.pdf, 12 (sent)']);
  caller.session.withdrawMessage(caller.view('inCall').messages[0]?.clientId ?? '');
  expect(filesOf(caller)).toEqual(['P-204.pdf, 12 (sent)']);
});

test('a waiting file and a refused one can be withdrawn', async () => {
  const { server, talk, pass } = createCallWorld();
  const { caller, callee } = await talk();
  server.goAway();
  caller.session.sendFile(sheet());
  caller.session.sendFile(new File(['x'.repeat(MAX_FILE_BYTES + 1)], 'film.mp4'));
  await settled();
  expect(filesOf(caller)).toEqual(['P-204.pdf, 12 (waiting)', 'film.mp4, 1001 (tooLarge)']);
  for (const { clientId } of caller.view('inCall').outgoing) caller.session.withdrawMessage(clientId);
  server.comeBack();
  await pass(5_000);
  expect([filesOf(caller), filesOf(callee), server.messages]).toEqual([[], [], []]);
});

test.each([
  ['envelopeInvalid', 400],
  ['tooMuchToday', 429],
  ['diskFull', 507],
])('a file that the server refuses (%s) has failed, and can be sent again', async (error, code) => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  server.fail('sendCallMessage', { code, error, message: '' });
  caller.session.sendFile(sheet());
  await settled();
  expect(filesOf(caller)).toEqual(['P-204.pdf, 12 (failed)']);
  caller.session.retryMessage(caller.view('inCall').outgoing[0]?.clientId ?? '');
  await settled();
  expect(filesOf(callee)).toEqual(['P-204.pdf, 12 (sent)']);
  expect(server.messages).toHaveLength(1);
});

test('a file over the limit is not sent, and cannot be retried', async () => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  server.asked.length = 0;
  caller.session.sendFile(new File(['x'.repeat(MAX_FILE_BYTES + 1)], 'film.mp4'));
  await settled();
  expect(filesOf(caller)).toEqual(['film.mp4, 1001 (tooLarge)']);
  expect([server.asked, filesOf(callee)]).toEqual([[], []]);
  server.fail('sendCallMessage', { code: 413, error: 'tooLarge', message: '' });
  caller.session.sendFile(sheet());
  await settled();
  expect(filesOf(caller)).toEqual(['film.mp4, 1001 (tooLarge)', 'P-204.pdf, 12 (tooLarge)']);
  for (const { clientId } of caller.view('inCall').outgoing) caller.session.retryMessage(clientId);
  await settled();
  expect(server.messages).toEqual([]);
});

test('a file that cannot be read any more has failed, and does not wait', async () => {
  const { talk } = createCallWorld();
  const { caller } = await talk();
  const gone = Object.assign(sheet(), {
    arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
  });
  caller.session.sendFile(gone);
  await settled();
  expect(filesOf(caller)).toEqual(['P-204.pdf, 12 (failed)']);
});

test('after a reload all files are listed, including the user’s own', async () => {
  const { page, talk } = createCallWorld();
  const { caller, callee } = await talk();
  callee.session.sendFile(sheet());
  callee.session.sendFile(gauge());
  await settled();
  await settled();
  const reloaded = page(giulia, { kept: callee.vanish() });
  await reloaded.session.resume();
  await settled();
  await settled();
  expect(filesOf(reloaded)).toEqual(['P-204.pdf, 12 (sent)', 'gauge.png, 6 (sent)']);
  expect(await openFileOf(reloaded, 'P-204.pdf')).toBe('application/pdf: Torque 40 Nm');
  expect(filesOf(caller)).toHaveLength(2);
});

test('a failed download can be retried; a file not sealed for the reader cannot be downloaded', async () => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  callee.session.sendFile(sheet());
  await settled();
  await settled();
  server.fail('getCallFile', { code: 404, error: 'notFound', message: '' });
  await expect(openFileOf(caller, 'P-204.pdf')).rejects.toMatchObject({ code: 404 });
  const [[name, sealed] = ['', '']] = server.files;
  server.files.set(name, JSON.stringify({ text: 'secret', keys: [] }));
  expect(await openFileOf(caller, 'P-204.pdf')).toBeNull();
  server.files.set(name, sealed);
  expect(await openFileOf(caller, 'P-204.pdf')).toBe('application/pdf: Torque 40 Nm');
});

test('a file that only a peer has announced has no address to request it by', async () => {
  const world = createCallWorld();
  const { caller } = await world.talk();
  await hostileSay(world, {
    type: 'msg',
    clientId: 'a',
    message: JSON.stringify({ text: 'gauge.png', keys: [luca.publicKey] }),
    cryptoSchema: 1,
    date: '2026-01-05T10:00:00.000Z',
    file: { name: 'gauge.png', size: 5 },
  });
  expect(filesOf(caller)).toEqual(['gauge.png, 5 (coming)']);
  expect(caller.view('inCall').messages).toMatchObject([{ state: 'arriving', fileUrl: null }]);
  expect(world.server.asked).not.toContain('Luca getCallFile');
});
