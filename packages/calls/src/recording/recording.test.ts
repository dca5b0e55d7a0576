import { RECORDING_PIECES_MAX } from '@earth/contracts';
import { expect, test } from 'vitest';
import { createCallWorld, createTalk, hostileSay, type TestPage } from '../testing/call-world';
import { inSight, keysOf } from '../testing/fake-cipher';
import { giulia, luca, marco, sara } from '../testing/people';
import { settled } from '../testing/promises';

const ASK_ID = '0190c000-0000-7000-8000-00000000a5c0';

const recordingOf = (page: TestPage) => page.view('inCall').recording;

/** Giulia records Luca, who has agreed. */
async function record() {
  const talk = await createTalk();
  talk.giulia.session.startRecording();
  await settled();
  talk.luca.session.answerRecording(giulia.uniqueId, true);
  await settled();
  return talk;
}

/** The pieces that the server has, as the recordings that they make. */
function storedIn({ server }: Pick<Awaited<ReturnType<typeof record>>, 'server'>) {
  const recordings = new Map<string, string[]>();
  for (const { recordingId, number, pieceBase64, milliseconds } of server.pieces) {
    const { text } = JSON.parse(inSight(pieceBase64)) as { text: string };
    const pieces = recordings.get(recordingId) ?? [];
    recordings.set(recordingId, [...pieces, `${number}: ${text} until ${milliseconds}`]);
  }
  return [...recordings.values()];
}

test('nothing is recorded before the other has agreed', async () => {
  const talk = await createTalk();
  talk.giulia.session.startRecording();
  await settled();
  expect(recordingOf(talk.giulia)).toMatchObject({ own: 'waits', waitsFor: [luca] });
  expect(recordingOf(talk.luca)).toMatchObject({ askedBy: giulia, by: [] });
  expect(talk.giulia.recorder.runs).toEqual([]);

  talk.luca.session.answerRecording(giulia.uniqueId, true);
  await settled();
  expect(talk.giulia.recorder.runs).toEqual([true]);
  expect(recordingOf(talk.giulia)).toMatchObject({ own: 'records', waitsFor: [] });
  expect(recordingOf(talk.luca)).toMatchObject({ askedBy: null, by: [giulia] });
});

test('pieces are sealed for the people in the call and stored while it runs, the last one after the end', async () => {
  const talk = await record();
  talk.giulia.recorder.give('first', 2000);
  await settled();
  expect(storedIn(talk)).toEqual([['0: first until 2000']]);
  expect(keysOf(inSight(talk.server.pieces[0]?.pieceBase64 ?? ''))?.toSorted()).toEqual(
    [luca.publicKey, giulia.publicKey].toSorted(),
  );
  talk.giulia.session.hangUp();
  await settled();
  expect(talk.giulia.recorder.runs).toEqual([false]);
  talk.giulia.recorder.give('last', 2700);
  await settled();
  expect(storedIn(talk)).toEqual([['0: first until 2000', '1: last until 2700']]);
});

test('a refusal ends it: nothing is recorded, and the recorder is told who refused', async () => {
  const talk = await createTalk();
  talk.giulia.session.startRecording();
  await settled();
  talk.luca.session.answerRecording(giulia.uniqueId, false);
  await settled();
  expect(recordingOf(talk.giulia)).toMatchObject({ own: 'off', refusedBy: luca });
  expect(recordingOf(talk.luca)).toMatchObject({ askedBy: null, by: [] });
  expect(talk.giulia.recorder.runs).toEqual([]);
});

test('who refused three times is not asked again', async () => {
  const talk = await createTalk();
  for (let times = 0; times < 4; times += 1) {
    talk.giulia.session.startRecording();
    await settled();
    expect(recordingOf(talk.luca).askedBy).toEqual(times < 3 ? giulia : null);
    talk.luca.session.answerRecording(giulia.uniqueId, false);
    await settled();
    expect(recordingOf(talk.giulia)).toMatchObject({ own: 'off', refusedBy: luca });
  }
});

test('a consent that is withdrawn ends it at once, for all', async () => {
  const talk = await record();
  talk.luca.session.answerRecording(giulia.uniqueId, false);
  await settled();
  expect(talk.giulia.recorder.runs).toEqual([false]);
  expect(recordingOf(talk.giulia)).toMatchObject({ own: 'off', refusedBy: luca });
  expect(recordingOf(talk.luca).by).toEqual([]);
});

test('the recorder ends it, and may begin another one, for which all are asked anew', async () => {
  const talk = await record();
  talk.giulia.session.stopRecording();
  await settled();
  expect([talk.giulia.recorder.runs, recordingOf(talk.luca).by]).toEqual([[false], []]);
  talk.giulia.session.startRecording();
  await settled();
  expect(recordingOf(talk.luca)).toMatchObject({ askedBy: giulia, by: [] });
  expect(talk.giulia.recorder.runs).toEqual([false]);
});

test('it pauses while somebody who comes later has not answered, and goes on as another recording', async () => {
  const talk = await record();
  talk.giulia.recorder.give('two', 2000);
  await settled();
  const third = talk.page(sara);
  await talk.add(talk.giulia, third);
  expect(talk.giulia.recorder.runs).toEqual([false]);
  expect(recordingOf(talk.giulia)).toMatchObject({ own: 'waits', waitsFor: [sara] });
  expect([recordingOf(third).askedBy, recordingOf(talk.luca).by]).toEqual([giulia, []]);

  third.session.answerRecording(giulia.uniqueId, true);
  await settled();
  expect(talk.giulia.recorder.runs).toEqual([false, true]);
  for (const page of [talk.luca, third]) expect(recordingOf(page)).toMatchObject({ askedBy: null, by: [giulia] });
  talk.giulia.recorder.give('three', 2000);
  await settled();
  expect(storedIn(talk)).toEqual([['0: two until 2000'], ['0: three until 2000']]);

  // Who leaves is not needed any more; the others have agreed.
  third.session.hangUp();
  await talk.pass(1000);
  expect(recordingOf(talk.giulia).own).toBe('records');
});

test('a newcomer who refuses ends it for all', async () => {
  const talk = await record();
  const third = talk.page(sara);
  await talk.add(talk.giulia, third);
  third.session.answerRecording(giulia.uniqueId, false);
  await settled();
  expect(recordingOf(talk.giulia)).toMatchObject({ own: 'off', refusedBy: sara });
  expect(recordingOf(talk.luca).by).toEqual([]);
});

test('a page that is reloaded is asked anew, and nothing is recorded meanwhile', async () => {
  const talk = await record();
  const reloaded = talk.page(luca, { kept: talk.luca.vanish() });
  await reloaded.session.resume();
  await talk.pass(2000);
  expect(recordingOf(reloaded)).toMatchObject({ askedBy: giulia, by: [] });
  expect(talk.giulia.recorder.runs).toEqual([false]);
  reloaded.session.answerRecording(giulia.uniqueId, true);
  await settled();
  expect(recordingOf(reloaded).by).toEqual([giulia]);
});

test('what the server did not have when the recorder’s page died is stored by the next page', async () => {
  const talk = await record();
  talk.giulia.recorder.give('first', 2000);
  await settled();
  talk.server.goAway();
  talk.giulia.recorder.give('second', 4000);
  await settled();
  expect(talk.giulia.keptUnsent.size).toBe(1);
  const reloaded = talk.page(giulia, { kept: talk.giulia.vanish() });
  talk.server.comeBack();
  await reloaded.session.resume();
  await talk.pass(1000);
  expect(storedIn(talk)).toEqual([['0: first until 2000', '1: second until 4000']]);
  expect(talk.giulia.keptUnsent.size).toBe(0);
});

test('it ends, and says so, if the browser fails, or if the server refuses a piece', async () => {
  const talk = await record();
  talk.giulia.recorder.break();
  await settled();
  expect(recordingOf(talk.giulia)).toMatchObject({ own: 'off', problem: 'failed' });
  expect(recordingOf(talk.luca).by).toEqual([]);

  talk.giulia.session.startRecording();
  await settled();
  talk.luca.session.answerRecording(giulia.uniqueId, true);
  await settled();
  talk.server.fail('addRecordingPiece', { code: 403, error: 'notAllowed', message: '' });
  talk.giulia.recorder.give('first', 2000);
  await talk.pass(500);
  expect(recordingOf(talk.giulia)).toMatchObject({ own: 'off', problem: 'notStored' });
});

test('a recording with as many pieces as one may have is continued by another', async () => {
  const talk = await record();
  for (let number = 1; number < RECORDING_PIECES_MAX; number += 1) {
    talk.giulia.recorder.give('', 2000 * number);
    if (number % 100 === 0) await settled();
  }
  expect(talk.giulia.recorder.runs).toEqual([false, true]);
});

test('a connection that is slower than the recording ends it, before the memory is full', async () => {
  const talk = await record();
  talk.server.goAway();
  for (let number = 1; number <= 150; number += 1) talk.giulia.recorder.give('', 2000 * number);
  expect(recordingOf(talk.giulia).own).toBe('records');
  talk.giulia.recorder.give('', 302_000);
  expect(recordingOf(talk.giulia)).toMatchObject({ own: 'off', problem: 'notStored' });
});

test('what was recorded before somebody came is not sealed for them, whenever it is sent', async () => {
  const talk = await record();
  talk.server.goAway();
  talk.giulia.recorder.give('before', 2000);
  talk.server.comeBack();
  const third = talk.page(sara);
  await talk.add(talk.giulia, third);
  await talk.pass(5000);
  expect(keysOf(inSight(talk.server.pieces[0]?.pieceBase64 ?? ''))?.toSorted()).toEqual(
    [luca.publicKey, giulia.publicKey].toSorted(),
  );
});

test('only a controller records, and only in a browser that can', async () => {
  const talk = await createTalk();
  talk.luca.session.startRecording();
  await settled();
  expect([recordingOf(talk.luca).own, recordingOf(talk.giulia).askedBy]).toEqual(['off', null]);

  const world = createCallWorld();
  const { callee } = await world.talk(world.page(luca), world.page(giulia, { canRecord: false }));
  callee.session.startRecording();
  expect(recordingOf(callee)).toMatchObject({ own: 'off', problem: 'unsupported' });
});

test('a field user cannot ask, and nobody can answer what was not asked', async () => {
  const talk = await createTalk();
  // Connection 1 is the page of Giulia, a controller: here she plays the hostile field user's part for Luca.
  await hostileSay(talk, { type: 'recordingAnswer', askId: ASK_ID, agrees: true });
  expect(recordingOf(talk.luca)).toMatchObject({ own: 'off', refusedBy: null });

  const world = createCallWorld();
  const { caller, callee } = await world.talk(world.page(giulia), world.page(luca));
  await hostileSay(world, { type: 'recording', askId: ASK_ID, state: 'asks' });
  expect(recordingOf(caller)).toMatchObject({ askedBy: null, by: [] });

  caller.session.startRecording();
  await settled();
  await hostileSay(world, { type: 'recordingAnswer', askId: ASK_ID, agrees: true });
  expect([caller.recorder.runs, recordingOf(caller).own]).toEqual([[], 'waits']);
  expect(callee.recorder.runs).toEqual([]);
});

test('who records without consent is shown as recording all the same, and the question stays', async () => {
  const talk = await createTalk();
  await hostileSay(talk, { type: 'recording', askId: ASK_ID, state: 'records' });
  expect(recordingOf(talk.luca)).toMatchObject({ askedBy: giulia, by: [giulia] });
  talk.luca.session.answerRecording(giulia.uniqueId, false);
  await settled();
  expect(recordingOf(talk.luca)).toMatchObject({ askedBy: null, by: [giulia] });
});

test('two controllers may record at once, each with everybody’s consent', async () => {
  const world = createCallWorld();
  const { callee, third } = await world.talkOfThree();
  callee.session.startRecording();
  third.session.startRecording();
  await settled();
  expect(recordingOf(callee)).toMatchObject({ own: 'waits', askedBy: marco });
  expect(recordingOf(third)).toMatchObject({ own: 'waits', askedBy: giulia });
});
