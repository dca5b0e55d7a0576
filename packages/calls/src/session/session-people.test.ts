import { LINK_RETRY_MS } from '@earth/contracts';
import { expect, test } from 'vitest';
import { ASK_EVERY_MS } from '../messages/late-keys';
import { chatOf, createCallWorld, filesOf, openFileOf, snapshotsOf, type TestPage } from '../testing/call-world';
import { keysOf } from '../testing/fake-cipher';
import { giulia, luca, marco, paolo, sara } from '../testing/people';
import { settled } from '../testing/promises';
import { SETTLE_AT_MOST_MS } from './first-poll';

const peopleOf = (page: TestPage) =>
  page.view('inCall').people.map(({ contact, state }) => `${contact.name.split(' ')[0]} ${state}`);

async function rest(times = 4) {
  for (let count = 0; count < times; count += 1) await settled();
}

test('an added person rings with the subject, the others see it, and all are connected after joining', async () => {
  const { page, talk, server } = createCallWorld();
  const { caller, callee } = await talk();
  const third = page(marco);
  await callee.session.addPeople([marco]);
  await settled();
  expect(third.view('incoming')).toMatchObject({ subject: 'Feed pump', call: { caller: luca } });
  expect(keysOf(server.call?.subject)).toEqual([giulia.publicKey, luca.publicKey, marco.publicKey]);
  for (const one of [caller, callee]) expect(peopleOf(one)).toContain('Marco ringing');

  third.session.accept();
  await rest();
  expect(peopleOf(third)).toEqual(['Luca joined', 'Giulia joined']);
  for (const one of [caller, callee, third])
    expect(one.view('inCall').people).toMatchObject([{ link: 'good' }, { link: 'good' }]);
});

test('a refused addition rejects for the adder, and changes nothing else', async () => {
  const { talk, server } = createCallWorld();
  const { callee } = await talk();
  const full = { code: 403, error: 'callFull', message: 'Reached the maximum number of participants' };
  server.fail('addTargets', full);
  await expect(callee.session.addPeople([marco])).rejects.toMatchObject(full);
  expect(peopleOf(callee)).toEqual(['Luca joined']);
});

test('an added person declines: busy tone, and the call goes on', async () => {
  const { page, talk } = createCallWorld();
  const { caller, callee } = await talk();
  const third = page(marco);
  await callee.session.addPeople([marco]);
  await settled();
  third.session.decline();
  await settled();
  expect(callee.tones).toContain('busy');
  for (const one of [caller, callee]) {
    expect(peopleOf(one)).toHaveLength(1);
    expect(one.view('inCall').unanswered).toMatchObject([{ contact: { name: marco.name }, state: 'refused' }]);
  }
  // The end names who was there, and «Call again» is for them.
  callee.session.hangUp();
  await settled();
  expect(callee.view('closed').people).toEqual([luca]);
  expect(caller.view('closed').people).toEqual([giulia]);
});

test('an added person who does not answer rings for 30 seconds, counted from their own ring', async () => {
  const { page, talk, pass } = createCallWorld();
  const { callee } = await talk();
  page(marco);
  await pass(60_000);
  await callee.session.addPeople([marco]);
  await pass(29_000);
  expect(peopleOf(callee)).toEqual(['Luca joined', 'Marco ringing']);
  expect(callee.view('inCall').unanswered).toEqual([]);
  await pass(1_500);
  expect(peopleOf(callee)).toEqual(['Luca joined']);
  expect(callee.view('inCall').unanswered).toMatchObject([{ contact: { name: marco.name }, state: 'missed' }]);
});

test('a person who has declined rings again when called again', async () => {
  const { page, talk } = createCallWorld();
  const { callee } = await talk();
  const third = page(marco);
  for (const _ of ['first', 'again']) {
    await callee.session.addPeople([marco]);
    await settled();
    expect(third.view('incoming')).toBeDefined();
    third.session.decline();
    await settled();
  }
  expect(third.view('idle')).toBeDefined();
});

/** Luca and Giulia have messages and a snapshot; then Marco is added. */
async function withPast(world = createCallWorld(), who = marco) {
  const { caller, callee } = await world.talk();
  caller.session.sendMessage('The needle jumps');
  callee.session.sendFile(new File(['manual'], 'manual.pdf'));
  callee.session.sendFile(new File(['photo'], 'photo.jpg'));
  callee.session.takeSnapshot(luca.uniqueId);
  await rest();
  const third = world.page(who);
  const join = async () => {
    await world.add(callee, third);
    await rest();
  };
  return { ...world, caller, callee, third, join };
}

test('late joiners see all earlier messages, files and snapshots', async () => {
  const { third, join, server, pass } = await withPast();
  await join();
  await pass(1_000);
  await rest();
  expect(chatOf(third)).toEqual([
    'Luca: The needle jumps (sent)',
    'Giulia: manual.pdf (sent)',
    'Giulia: photo.jpg (sent)',
  ]);
  expect(filesOf(third)).toEqual(['manual.pdf, 6 (sent)', 'photo.jpg, 5 (sent)']);
  expect(snapshotsOf(third)).toEqual(['1 ready']);
  expect(await openFileOf(third, 'manual.pdf')).toBe('application/pdf: manual');
  expect(keysOf(server.messages[0]?.message)).toContain(marco.publicKey);
});

test('a late joiner requests keys first: each snapshot is downloaded once, and none shown as unreadable', async () => {
  const { third, join, server, pass, caller } = await withPast();
  caller.session.takeSnapshot(null);
  await rest();
  const before = server.asked.filter((one) => one === 'Marco getCallFile').length;
  const shown = new Set<string>();
  third.session.subscribe(() => {
    const view = third.session.getView();
    if (view.phase === 'inCall') for (const { state } of view.snapshots) shown.add(state);
  });
  await join();
  await pass(ASK_EVERY_MS * 2);
  await rest();
  expect(snapshotsOf(third)).toEqual(['1 ready', '2 ready']);
  expect([...shown].toSorted()).toEqual(['loading', 'ready']);
  expect(server.asked.filter((one) => one === 'Marco getCallFile').length - before).toBe(2);
});

test('without keys a snapshot is shown as unreadable', async () => {
  const { third, join, net, pass } = await withPast();
  net.dropMessages = true;
  await join();
  await pass(ASK_EVERY_MS);
  expect(snapshotsOf(third)).toEqual(['1 loading']);
  await pass(ASK_EVERY_MS * 10);
  expect(snapshotsOf(third)).toEqual(['1 unreadable']);
});

test('if the holder of the keys is lost without a link, a snapshot is shown as unreadable', async () => {
  const { third, caller, callee, page, pass } = await withPast();
  await callee.session.addPeople([third.contact, page(sara).contact]);
  await rest();
  for (const gone of [caller, callee]) gone.vanish();
  third.session.accept();
  await rest();
  await pass(SETTLE_AT_MOST_MS);
  expect(snapshotsOf(third)).toEqual(['1 loading']);
  await pass(LINK_RETRY_MS - SETTLE_AT_MOST_MS + 1_000);
  expect(snapshotsOf(third)).toEqual(['1 unreadable']);
});

test('until the keys arrive no earlier message is shown as unreadable', async () => {
  const { third, join, pass } = await withPast();
  const shown = new Set<string>();
  third.session.subscribe(() => {
    if (third.session.getView().phase === 'inCall') for (const line of chatOf(third)) shown.add(line);
  });
  await join();
  await pass(ASK_EVERY_MS * 2);
  expect(chatOf(third)).toContain('Luca: The needle jumps (sent)');
  expect(shown).toContain('Luca: null (loading)');
  expect([...shown].filter((line) => line.endsWith('null (sent)'))).toEqual([]);
});

test('without keys a message is shown as unreadable, also after a reconnection', async () => {
  const { third, join, net, pass, server } = await withPast();
  net.dropMessages = true;
  await join();
  await pass(ASK_EVERY_MS);
  expect(chatOf(third)[0]).toBe('Luca: null (loading)');
  await pass(ASK_EVERY_MS * 10);
  expect(chatOf(third)[0]).toBe('Luca: null (sent)');
  server.goAway();
  await pass(1_000);
  server.comeBack();
  await pass(ASK_EVERY_MS);
  expect(chatOf(third)[0]).toBe('Luca: null (sent)');
});

test('a message without a key at the end of the call is shown as unreadable', async () => {
  const { third, join, net, pass } = await withPast();
  net.dropMessages = true;
  await join();
  await pass(ASK_EVERY_MS);
  expect(chatOf(third)[0]).toBe('Luca: null (loading)');
  third.session.hangUp();
  expect(third.view('closed').messages[0]).toMatchObject({ text: null, state: 'stored' });
});

test('only one participant is asked for keys, a controller first', async () => {
  const { third, join, server, pass } = await withPast();
  await join();
  await pass(ASK_EVERY_MS * 4);
  expect(snapshotsOf(third)).toEqual(['1 ready']);
  const gave = server.asked.filter((one) => one.endsWith('addCallKeys'));
  expect(new Set(gave)).toEqual(new Set(['Giulia addCallKeys']));
});

test('without an answer the next participant is asked', async () => {
  const { third, join, server, pass } = await withPast();
  server.fail('addCallKeys', { code: 500, error: 'internal', message: '' });
  await join();
  await pass(ASK_EVERY_MS * 2);
  expect(snapshotsOf(third)).toEqual(['1 ready']);
  expect(server.asked).toContain('Luca addCallKeys');
});

test('missing keys are requested again after a reconnection', async () => {
  const { third, join, net, pass, server } = await withPast();
  // Often enough that nobody is asked any more without a new reason.
  net.dropMessages = true;
  await join();
  await pass(ASK_EVERY_MS * 10);
  net.dropMessages = false;
  await pass(ASK_EVERY_MS * 10);
  expect(chatOf(third)[0]).toBe('Luca: null (sent)');
  server.goAway();
  await pass(1_000);
  server.comeBack();
  await pass(ASK_EVERY_MS * 2);
  expect(chatOf(third)[0]).toBe('Luca: The needle jumps (sent)');
  expect(snapshotsOf(third)).toEqual(['1 ready']);
});

test('a late joiner with keys gives them to later joiners', async () => {
  const { page, caller, callee, third, join, pass } = await withPast();
  await join();
  await pass(1_000);
  await third.session.addPeople([paolo]);
  const fourth = page(paolo);
  await fourth.session.resume();
  fourth.session.accept();
  await rest();
  callee.session.hangUp();
  caller.session.hangUp();
  await pass(ASK_EVERY_MS * 3);
  expect(chatOf(fourth)[0]).toBe('Luca: The needle jumps (sent)');
  expect(snapshotsOf(fourth)).toEqual(['1 ready']);
});

test('items without any key holder are not requested endlessly', async () => {
  const { third, join, server, pass } = await withPast();
  const [message] = server.messages;
  if (message) server.messages.splice(0, 1, { ...message, message: JSON.stringify({ text: 'x', keys: [] }) });
  await join();
  await pass(ASK_EVERY_MS * 20);
  expect(chatOf(third)[0]).toBe('Luca: null (sent)');
  const asked = server.asked.length;
  await pass(ASK_EVERY_MS * 20);
  expect(server.asked).toHaveLength(asked);
});

/** Notes that Giulia wrote when only she and Luca were in the call. */
const notesOf = (uniqueId: string) => ({
  uniqueId,
  notes: JSON.stringify({ text: 'Order a new seal', keys: [giulia.publicKey, luca.publicKey] }),
  cryptoSchema: 1 as const,
  date: '2026-01-05T10:00:00.000Z',
  author: { uniqueId: giulia.uniqueId, name: giulia.name },
});

test('a late joiner gets the key to the notes, and to edited notes', async () => {
  const { add, talk, page, server, pass } = createCallWorld();
  const { callee } = await talk();
  const third = page(marco);
  server.notes = notesOf('0190b000-0000-7000-8000-0000000000a1');
  await add(callee, third);
  await pass(ASK_EVERY_MS);
  expect(keysOf(server.notes.notes)).toContain(marco.publicKey);
  // They are readable now, and not requested any more.
  const asked = server.asked.filter((one) => one === 'Marco getCall').length;
  await pass(ASK_EVERY_MS * 10);
  expect(server.asked.filter((one) => one === 'Marco getCall')).toHaveLength(asked);

  server.notes = notesOf('0190b000-0000-7000-8000-0000000000a2');
  server.goAway();
  await pass(1_000);
  server.comeBack();
  await pass(ASK_EVERY_MS);
  expect(keysOf(server.notes.notes)).toContain(marco.publicKey);
});

test('a joiner first sees the snapshot that is shown', async () => {
  // A participant who is no controller asks what is shown; a controller chooses.
  const { third, join, callee, pass } = await withPast(createCallWorld(), sara);
  const picId = callee.view('inCall').snapshots[0]?.pic.uniqueId ?? '';
  callee.session.selectPic(picId);
  await join();
  await pass(1_000);
  expect(third.view('inCall')).toMatchObject({ selectedPicId: picId, snapshots: [{ state: 'ready' }] });
});
