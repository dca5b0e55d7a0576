import { callDetails, callTarget, encode, getCall, listParticipants } from '@earth/contracts';
import { sealText } from '@earth/crypto';
import { createKeyBundle } from '@earth/crypto/keys';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { currentScope, session } from '../../platform';
import { loadCipher } from '../../shared/call-queries';
import { createNotes } from './model/notes';
import { testContact, testId, testProfile } from '../../testing/people';
import { answers, callId, giulia, item, luca, marco, me, open, pathOf, setUpWorld, world } from './testing/page-world';

setUpWorld((await createKeyBundle()).privateKey);

/** A key that nobody here has. */
const outsider = { uniqueId: marco.uniqueId, publicKey: (await createKeyBundle()).publicKey };

async function saveNotes(text: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'Write notes' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Notes' }), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
}

test('a controller edits notes in place, and sees that they are saved', async () => {
  open();
  await saveNotes('Order a new seal');
  expect(await screen.findByText(/Giulia Ferri, .* · Saved/)).toBeDefined();
  expect(screen.getByText('Order a new seal')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Edit notes' })).toBeDefined();
});

test('notes on an open call are sealed for its present people, or the known ones while offline', async () => {
  const sealText = vi.spyOn(await loadCipher(currentScope()), 'sealText');
  const sara = testContact({ name: 'Sara' });
  const targets = [luca, giulia, sara].map((contact) =>
    encode(callTarget, { contact, state: 'joined', annotationsColor: '#5ec8ff' }),
  );
  answers.set(pathOf(getCall), encode(callDetails, { ...item, state: 'open' }));
  answers.set(pathOf(listParticipants), targets);
  open();
  await saveNotes('Order a new seal');
  await screen.findByText(/ · Saved/);
  answers.set(pathOf(listParticipants), 'internal');
  fireEvent.click(screen.getByRole('button', { name: 'Edit notes' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sealText).toHaveBeenCalledTimes(2));
  const readers = sealText.mock.calls.map(([, , people]) => people.map(({ uniqueId }) => uniqueId));
  expect(readers).toEqual(
    [
      [luca, giulia, sara],
      [luca, giulia, marco],
    ].map((all) => all.map((one) => one.uniqueId)),
  );
});

test('without a network, notes are stored and shown, and saved when it is back', async () => {
  world.notesProblem = 'noNet';
  open();
  await saveNotes('Order a new seal');
  expect(await screen.findByText(/Saved on this device/)).toBeDefined();
  expect(screen.getByText('Order a new seal')).toBeDefined();
  world.notesProblem = null;
  await currentScope().get(createNotes).flush();
  expect(await screen.findByText(/Giulia Ferri, .* · Saved/)).toBeDefined();
});

test('refused notes stay, and can be retried', async () => {
  world.notesProblem = 'notAllowed';
  open();
  await saveNotes('Order a new seal');
  expect(await screen.findByText('Couldn’t save the notes')).toBeDefined();
  world.notesProblem = null;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/ · Saved/)).toBeDefined();
});

const marcos = {
  uniqueId: testId(),
  notes: 'The seal is ordered',
  cryptoSchema: 0 as 0 | 1,
  date: '2025-11-20T12:00:00Z',
  author: { uniqueId: marco.uniqueId, name: marco.name },
};
const thereIs = (notes: typeof marcos) => answers.set(pathOf(getCall), encode(callDetails, { ...item, notes }));

/** Notes written offline, while Marco wrote others. */
async function writeTooLate() {
  world.notesProblem = 'noNet';
  open();
  await saveNotes('Order a new seal');
  await screen.findByText(/Saved on this device/);
  thereIs(marcos);
  world.notesProblem = 'notesChanged';
  await currentScope().get(createNotes).flush();
  await screen.findByText('The seal is ordered');
  expect(screen.getByText('Order a new seal')).toBeDefined();
  expect(screen.getByText(/^Marco Bassi, /)).toBeDefined();
}

test('older notes do not replace a colleague’s newer ones: both are shown, and the user’s own are saved by choice', async () => {
  await writeTooLate();
  expect(screen.getByRole('alert').textContent).toBe('The notes were changed in the meantime. Yours weren’t saved.');
  expect(screen.queryByRole('button', { name: 'Edit notes' })).toBeNull();
  world.notesProblem = null;
  fireEvent.click(screen.getByRole('button', { name: 'Replace with mine' }));
  expect(await screen.findByText(/Giulia Ferri, .* · Saved/)).toBeDefined();
  expect(screen.queryByText('The seal is ordered')).toBeNull();
  expect(world.notesBasedOn).toEqual([null, null, marcos.date]);
});

test('a colleague’s notes are kept by choice, in Italian too, and the user’s own are discarded', async () => {
  await writeTooLate();
  act(() => setLanguage('it'));
  expect(screen.getByRole('alert').textContent).toMatch(/^Nel frattempo le note sono cambiate/);
  fireEvent.click(screen.getByRole('button', { name: 'Tieni le altre' }));
  expect(screen.queryByText('Order a new seal')).toBeNull();
  expect(screen.getByText('The seal is ordered')).toBeDefined();
  expect(screen.queryByText(/Salvate/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Note' }));
  expect(localStorage.getItem(`notes ${me.uniqueId} ${callId}`)).toBeNull();
});

test('notes that cannot be read are replaced only after a question, in both languages', async () => {
  thereIs({ ...marcos, notes: await sealText(1, 'The seal is ordered', [outsider]), cryptoSchema: 1 });
  open();
  await screen.findByText('Not readable');
  fireEvent.click(screen.getByRole('button', { name: 'Write notes' }));
  const question = await screen.findByRole('dialog', { name: 'Replace notes you can’t read?' });
  expect(question.textContent).toContain('Marco Bassi');
  expect(screen.queryByRole('textbox')).toBeNull();
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  act(() => setLanguage('it'));
  fireEvent.click(screen.getByRole('button', { name: 'Scrivi note' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Scrivi nuove note' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Note' }), { target: { value: 'Anew' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salva' }));
  expect(await screen.findByText('Anew')).toBeDefined();
  expect(world.notesBasedOn).toEqual([marcos.date]);
});

test('a field user reads the notes and writes none', async () => {
  session.store.setState({ status: 'signedIn', profile: testProfile({ uniqueId: luca.uniqueId }) }, true);
  const author = { uniqueId: me.uniqueId, name: me.name };
  const notes = { ...marcos, notes: 'Order a new seal', author };
  answers.set(pathOf(getCall), encode(callDetails, { ...item, notes }));
  open();
  expect(await screen.findByText('Order a new seal')).toBeDefined();
  expect(screen.queryByRole('button', { name: /notes/ })).toBeNull();
});
