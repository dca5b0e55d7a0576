import {
  type CallRecording,
  callRecording,
  deleteCallRecording,
  encode,
  errorOf,
  getRecordingPiece,
  listCallRecordings,
  storedFile,
} from '@earth/contracts';
import { createKeyBundle } from '@earth/crypto/keys';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testId } from '../../../testing/people';
import { answers, callId, luca, me, open, pathOf, setUpWorld } from '../testing/page-world';

setUpWorld((await createKeyBundle()).privateKey);

const piece = (number: number) => ({ number, milliseconds: 2_100 * (number + 1) });

const recording = (change: Partial<CallRecording> = {}): CallRecording => ({
  uniqueId: testId(),
  callUniqueId: callId,
  contactUniqueId: me.uniqueId,
  date: '2025-11-20T10:06:00Z',
  cryptoSchema: 0,
  milliseconds: 65_000,
  pieces: [piece(0), piece(1)],
  ...change,
});

const serve = (...recordings: readonly CallRecording[]) =>
  answers.set(
    pathOf(listCallRecordings),
    recordings.map((one) => encode(callRecording, one)),
  );

test('a call without recordings has no section for them', async () => {
  open();
  await screen.findByText('No snapshots were taken.');
  expect(screen.queryByRole('heading', { name: 'Recordings' })).toBeNull();
});

test('lists who recorded, when, and how long, and says if a part is missing', async () => {
  serve(recording(), recording({ contactUniqueId: luca.uniqueId, pieces: [piece(0), piece(2)], milliseconds: 5_400 }));
  open();
  const list = await screen.findByRole('list', { name: 'Recordings' });
  const [first, second] = within(list).getAllByRole('listitem');
  expect(first?.textContent).toMatch(/Recording 1 Recorded by Giulia Ferri, .* · 1:05/);
  expect(second?.textContent).toMatch(/Recorded by Luca Moretti, .* · 0:05/);
  expect(within(list).getAllByText('A part of this recording wasn’t saved.')).toHaveLength(1);
});

test('a recording without its beginning can only be deleted', async () => {
  serve(recording({ pieces: [piece(1), piece(2)] }));
  open();
  await screen.findByText('The beginning of this recording wasn’t saved, so it can’t be played.');
  expect(screen.queryByRole('button', { name: /^(Play|Download) recording/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Delete recording 1' })).toBeDefined();
});

test('a list that cannot be loaded is requested again', async () => {
  answers.set(pathOf(listCallRecordings), 'notAllowed');
  open();
  await screen.findByText('Couldn’t load the recordings');
  serve(recording());
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Play recording 1' })).toBeDefined();
});

const pieceOf = ({ uniqueId }: CallRecording) =>
  `${pathOf(getRecordingPiece, { id: callId, recordingId: uniqueId })}?number=0`;
const play = async () => fireEvent.click(await screen.findByRole('button', { name: 'Play recording 1' }));

test('a recording that cannot be loaded says so', async () => {
  const one = recording();
  serve(one);
  answers.set(pieceOf(one), 'notFound');
  open();
  await play();
  expect(await screen.findByText('Couldn’t load the recording. Try again.')).toBeDefined();
});

test('a recording that is less protected than said is not genuine', async () => {
  const one = recording({ cryptoSchema: 2 });
  serve(one);
  answers.set(pieceOf(one), encode(storedFile, { fileName: '0.mp4', base64: 'AAAA', cryptoSchema: 0 }));
  open();
  await play();
  await screen.findByText(/^Not genuine/);
  expect(document.querySelector('video')).toBeNull();
});

test('a controller deletes a recording after a question', async () => {
  const one = recording();
  serve(one);
  answers.set(pathOf(deleteCallRecording, { id: callId, recordingId: one.uniqueId }), 'notAllowed');
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Delete recording 1' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete recording 1?' }));
  fireEvent.click(question.getByRole('button', { name: 'Delete' }));
  await question.findByText(errorOf('notAllowed')[1]);

  answers.set(pathOf(deleteCallRecording, { id: callId, recordingId: one.uniqueId }), null);
  serve();
  fireEvent.click(question.getByRole('button', { name: 'Delete' }));
  await expect.poll(() => screen.queryByRole('heading', { name: 'Recordings' })).toBeNull();
});
