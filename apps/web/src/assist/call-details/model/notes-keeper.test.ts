import type { CallNotes } from '@earth/contracts';
import { expect, test } from 'vitest';
import { ApiError, NO_ANSWER } from '../../../platform/http/api-error';
import { createNotesKeeper, type NotesPorts } from './notes-keeper';

const away = new ApiError({ code: NO_ANSWER, error: null, message: '' });
const tooSlow = new ApiError({ code: 408, error: 'tooSlow', message: '' });
const refused = new ApiError({ code: 403, error: 'notAllowed', message: '' });
const changed = new ApiError({ code: 409, error: 'notesChanged', message: '' });

/** A fake server that stores notes, with the notes as their date, or answers with `problem`. */
function createWorld() {
  const world = {
    problem: null as ApiError | null,
    me: 'giulia' as string | null,
    asked: [] as string[],
    saved: [] as string[],
    /** The `basedOn` of each request. */
    over: [] as (string | undefined)[],
    /** The calls whose notes have changed on the server. */
    changed: [] as string[],
    /** The answer waits for this. */
    gate: Promise.resolve(),
  };
  const ports: NotesPorts = {
    store: localStorage,
    meId: () => world.me,
    async save({ id, notes, cryptoSchema, basedOn }) {
      world.asked.push(notes);
      world.over.push(basedOn);
      await world.gate;
      if (world.problem) throw world.problem;
      return {
        uniqueId: notes,
        notes,
        cryptoSchema,
        date: `saved ${notes}`,
        author: { uniqueId: id, name: '' },
      } satisfies CallNotes;
    },
    onSaved: (callId, { notes }) => world.saved.push(`${callId}: ${notes}`),
    onChanged: (callId) => world.changed.push(callId),
  };
  return { world, page: () => createNotesKeeper(ports) };
}

/** Holds the server's answers. @returns a function that releases them */
function holdAnswers(world: { gate: Promise<void> }) {
  let answer = () => {};
  world.gate = new Promise((resolve) => {
    answer = resolve;
  });
  return () => answer();
}

const written = (notes: string) => ({ notes, cryptoSchema: 1 as const, date: notes });

test('notes are saved at once, and removed from the device', async () => {
  const { world, page } = createWorld();
  const keeper = page();
  const saving = keeper.keep('call', written('a'));
  expect(keeper.pending.getState()).toMatchObject({ call: { state: 'saving' } });
  await saving;
  expect(world.saved).toEqual(['call: a']);
  expect(keeper.pending.getState()).toEqual({});
  expect(localStorage.length).toBe(0);
});

test('offline they wait, through a reload, and are sent later', async () => {
  const { world, page } = createWorld();
  world.problem = away;
  const before = page();
  await before.keep('call', written('a'));
  expect(before.pending.getState()).toMatchObject({ call: { notes: 'a', state: 'waiting' } });

  const reloaded = page();
  await reloaded.flush();
  expect(reloaded.pending.getState()).toMatchObject({ call: { notes: 'a', state: 'waiting' } });
  world.problem = null;
  await reloaded.flush();
  expect(world.saved).toEqual(['call: a']);
  expect(reloaded.pending.getState()).toEqual({});
  // The other page does not send them again and overwrite newer notes.
  await before.flush();
  expect(world.saved).toEqual(['call: a']);
});

test('a stalled request waits too, and is sent automatically', async () => {
  const { world, page } = createWorld();
  const keeper = page();
  world.problem = tooSlow;
  await keeper.keep('call', written('a'));
  expect(keeper.pending.getState()).toMatchObject({ call: { notes: 'a', state: 'waiting' } });
  world.problem = null;
  await keeper.flush();
  expect(world.saved).toEqual(['call: a']);
});

test('refused notes stay, and are sent only on retry', async () => {
  const { world, page } = createWorld();
  const keeper = page();
  world.problem = refused;
  await keeper.keep('call', written('a'));
  await keeper.flush();
  expect(keeper.pending.getState()).toMatchObject({ call: { notes: 'a', state: 'failed' } });
  expect(world.asked).toEqual(['a']);
  world.problem = null;
  await keeper.retry('call');
  expect(world.saved).toEqual(['call: a']);
});

test('notes edited while being saved are saved afterwards', async () => {
  const { world, page } = createWorld();
  const answer = holdAnswers(world);
  const keeper = page();
  const first = keeper.keep('call', written('a'));
  await keeper.keep('call', written('ab'));
  answer();
  await first;
  expect(world.asked).toEqual(['a', 'ab']);
  expect(world.over).toEqual([undefined, 'saved a']);
  expect(world.saved).toEqual(['call: ab']);
  expect(localStorage.length).toBe(0);
});

test('notes that are being saved are not sent twice when the network is back', async () => {
  const { world, page } = createWorld();
  const answer = holdAnswers(world);
  const keeper = page();
  const saving = keeper.keep('call', written('a'));
  await keeper.flush();
  expect(keeper.pending.getState()).toMatchObject({ call: { notes: 'a', state: 'saving' } });
  answer();
  await saving;
  expect(world.asked).toEqual(['a']);
});

test('notes that another tab stores meanwhile are not lost', async () => {
  const { world, page } = createWorld();
  const answer = holdAnswers(world);
  const here = page();
  const saving = here.keep('call', written('a'));
  world.gate = Promise.resolve();
  world.problem = away;
  await page().keep('call', written('ab'));
  world.problem = null;
  answer();
  await saving;
  await page().flush();
  expect(world.saved).toEqual(['call: a', 'call: ab']);
});

test('another user’s notes on the same device are not sent', async () => {
  const { world, page } = createWorld();
  world.problem = away;
  const keeper = page();
  await keeper.keep('call', written('a'));
  keeper.forget();
  world.me = 'marco';
  world.problem = null;
  await keeper.flush();
  expect(world.saved).toEqual([]);
  world.me = 'giulia';
  await keeper.flush();
  expect(world.saved).toEqual(['call: a']);
});

test('on a conflict the user’s notes stay, and are sent only by choice', async () => {
  const { world, page } = createWorld();
  world.problem = away;
  await page().keep('call', { ...written('a'), basedOn: 'yesterday' });
  world.problem = changed;
  const keeper = page();
  await keeper.flush();
  expect(keeper.pending.getState()).toMatchObject({ call: { notes: 'a', state: 'changed' } });
  expect(world.changed).toEqual(['call']);

  world.problem = null;
  await keeper.flush();
  expect(world.saved).toEqual([]);
  await keeper.keep('call', { ...written('a'), basedOn: 'today' });
  expect(world.over).toEqual(['yesterday', 'yesterday', 'today']);
  expect(world.saved).toEqual(['call: a']);
  expect(localStorage.length).toBe(0);
});

test('discarded notes are removed from the device', async () => {
  const { world, page } = createWorld();
  const keeper = page();
  world.problem = changed;
  await keeper.keep('call', written('a'));
  keeper.giveUp('call');
  expect(keeper.pending.getState()).toEqual({});
  expect(localStorage.length).toBe(0);
});
