import { expect, test } from 'vitest';
import { chatOf, createCallWorld, filesOf, hostileSay, MAX_FILE_BYTES } from '../testing/call-world';
import { keysOf } from '../testing/fake-cipher';
import { giulia, luca } from '../testing/people';
import { settled } from '../testing/promises';

const sheet = () => new File(['Torque 40 Nm'], 'P-204.pdf', { type: 'application/pdf' });
const gauge = () => new File(['pixels'], 'gauge.png', { type: 'image/png' });

test('a file is sealed for the participants, shown to both, counted as a message, and downloaded on request', async () => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  callee.session.sendFile(sheet());
  expect(filesOf(callee)).toEqual(['P-204.pdf, 12 (sending, ready)']);
  await settled();
  await settled();
  expect([filesOf(callee), filesOf(caller)]).toEqual([
    ['P-204.pdf, 12 (sent, ready)'],
    ['P-204.pdf, 12 (sent, ready)'],
  ]);
  expect(keysOf([...server.files.values()][0])).toEqual([giulia.publicKey, luca.publicKey]);
  expect(caller.view('inCall').unreadMessages).toBe(1);
  expect(server.asked).not.toContain('Luca getCallFile');
  caller.session.downloadFile(caller.view('inCall').messages[0]?.key ?? '');
  await settled();
  expect(caller.saved).toEqual(['P-204.pdf (application/pdf): Torque 40 Nm']);
  expect(caller.urls.size).toBe(0);
});

test('a picture is shown on both sides without a request, and its URL is revoked with the call', async () => {
  const { talk } = createCallWorld();
  const { caller, callee } = await talk();
  caller.session.sendFile(gauge());
  expect(caller.view('inCall').messages[0]?.file?.url).toMatch(/^blob:/);
  await settled();
  await settled();
  expect(callee.view('inCall').messages[0]?.file?.url).toMatch(/^blob:/);
  callee.session.downloadFile(callee.view('inCall').messages[0]?.key ?? '');
  await settled();
  expect(callee.saved).toEqual(['gauge.png (image/png): pixels']);
  caller.session.hangUp();
  await settled();
  expect(caller.view('closed').messages).toHaveLength(1);
  caller.session.dismiss();
  callee.session.dispose();
  expect([caller.urls.size, callee.urls.size]).toEqual([0, 0]);
});

test('while the server is unreachable, a file is announced to the other side, waits, and is stored once later', async () => {
  const { server, talk, pass } = createCallWorld();
  const { caller, callee } = await talk();
  server.goAway();
  caller.session.sendFile(sheet());
  await settled();
  expect(filesOf(caller)).toEqual(['P-204.pdf, 12 (waiting, ready)']);
  expect(filesOf(callee)).toEqual(['P-204.pdf, 12 (sent, coming)']);
  callee.session.downloadFile(callee.view('inCall').messages[0]?.key ?? '');
  server.losing.add('sendCallMessage');
  server.comeBack();
  await pass(5_000);
  expect(filesOf(caller)).toEqual(['P-204.pdf, 12 (sent, ready)']);
  expect(filesOf(callee)).toEqual(['P-204.pdf, 12 (sent, ready)']);
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
  const [own] = caller.view('inCall').messages;
  expect(own?.file?.gone).toBe(0.5);
  expect([filesOf(callee), callee.view('inCall').unreadMessages]).toEqual([['gauge.png, 6 (sent, coming)'], 1]);
  callee.session.withdrawFile(own?.key ?? '');
  caller.session.withdrawFile(own?.key ?? '');
  await settled();
  arrive();
  caller.session.sendFile(sheet());
  await settled();
  await settled();
  for (const page of [caller, callee]) expect(filesOf(page)).toEqual(['P-204.pdf, 12 (sent, ready)']);
  expect([server.messages.length, callee.view('inCall').unreadMessages, caller.urls.size]).toEqual([1, 1, 0]);
});

test('a file withdrawn after it was stored appears again on both sides', async () => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  server.hold('sendCallMessage', 'answered');
  caller.session.sendFile(sheet());
  await settled();
  caller.session.withdrawFile(caller.view('inCall').messages[0]?.key ?? '');
  expect(filesOf(caller)).toEqual([]);
  await settled();
  await settled();
  for (const page of [caller, callee]) expect(filesOf(page)).toEqual(['P-204.pdf, 12 (sent, ready)']);
  caller.session.withdrawFile(caller.view('inCall').messages[0]?.key ?? '');
  expect(filesOf(caller)).toEqual(['P-204.pdf, 12 (sent, ready)']);
});

test('a waiting file and a refused one can be withdrawn', async () => {
  const { server, talk, pass } = createCallWorld();
  const { caller, callee } = await talk();
  server.goAway();
  caller.session.sendFile(sheet());
  caller.session.sendFile(new File(['x'.repeat(MAX_FILE_BYTES + 1)], 'film.mp4'));
  await settled();
  expect(filesOf(caller)).toEqual(['P-204.pdf, 12 (waiting, ready)', 'film.mp4, 1001 (tooLarge, ready)']);
  for (const { key } of caller.view('inCall').messages) caller.session.withdrawFile(key);
  server.comeBack();
  await pass(5_000);
  expect([filesOf(caller), filesOf(callee), server.messages]).toEqual([[], [], []]);
});

test.each([
  ['recipientUnknown', 400],
  ['tooMuchToday', 429],
  ['diskFull', 507],
])('a file that the server refuses (%s) has failed, and can be sent again', async (error, code) => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  server.fail('sendCallMessage', { code, error, message: '' });
  caller.session.sendFile(sheet());
  await settled();
  expect(filesOf(caller)).toEqual(['P-204.pdf, 12 (failed, ready)']);
  caller.session.retryMessage(caller.view('inCall').messages[0]?.key ?? '');
  await settled();
  expect(filesOf(callee)).toEqual(['P-204.pdf, 12 (sent, ready)']);
  expect(server.messages).toHaveLength(1);
});

test('a file over the limit is not sent, and cannot be retried', async () => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  server.asked.length = 0;
  caller.session.sendFile(new File(['x'.repeat(MAX_FILE_BYTES + 1)], 'film.mp4'));
  await settled();
  expect(filesOf(caller)).toEqual(['film.mp4, 1001 (tooLarge, ready)']);
  expect([server.asked, filesOf(callee)]).toEqual([[], []]);
  server.fail('sendCallMessage', { code: 413, error: 'tooLarge', message: '' });
  caller.session.sendFile(sheet());
  await settled();
  expect(filesOf(caller)).toEqual(['film.mp4, 1001 (tooLarge, ready)', 'P-204.pdf, 12 (tooLarge, ready)']);
  for (const { key } of caller.view('inCall').messages) caller.session.retryMessage(key);
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
  expect(filesOf(caller)).toEqual(['P-204.pdf, 12 (failed, ready)']);
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
  expect(filesOf(reloaded)).toEqual(['P-204.pdf, 12 (sent, ready)', 'gauge.png, 6 (sent, ready)']);
  expect(reloaded.view('inCall').messages.map(({ file }) => file?.url !== null)).toEqual([false, true]);
  reloaded.session.downloadFile(reloaded.view('inCall').messages[0]?.key ?? '');
  await settled();
  expect(reloaded.saved).toEqual(['P-204.pdf (application/pdf): Torque 40 Nm']);
  expect(filesOf(caller)).toHaveLength(2);
});

test('a failed download can be retried; a file not sealed for the reader cannot be downloaded', async () => {
  const { server, talk } = createCallWorld();
  const { caller, callee } = await talk();
  callee.session.sendFile(sheet());
  await settled();
  await settled();
  const key = caller.view('inCall').messages[0]?.key ?? '';
  server.fail('getCallFile', { code: 404, error: 'notFound', message: '' });
  caller.session.downloadFile(key);
  await settled();
  expect(filesOf(caller)).toEqual(['P-204.pdf, 12 (sent, failed)']);
  const [[name, sealed] = ['', '']] = server.files;
  server.files.set(name, JSON.stringify({ text: 'secret', keys: [] }));
  caller.session.downloadFile(key);
  await settled();
  expect(filesOf(caller)).toEqual(['P-204.pdf, 12 (sent, unreadable)']);
  expect(caller.saved).toEqual([]);
  server.files.set(name, sealed);
  caller.session.downloadFile(key);
  await settled();
  expect(caller.saved).toHaveLength(1);
});

test('a file that only a peer has announced is never requested', async () => {
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
  expect(filesOf(caller)).toEqual(['gauge.png, 5 (sent, coming)']);
  caller.session.downloadFile(caller.view('inCall').messages[0]?.key ?? '');
  await settled();
  expect(world.server.asked).not.toContain('Luca getCallFile');
});
