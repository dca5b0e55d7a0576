import { NOT_GENUINE } from '@earth/contracts';
import { expect, test } from 'vitest';
import { applyChanges } from './apply-changes';
import { readChange, withoutChange, writeChange } from './changes';
import { readForwarded, writeForwarded } from './forwarded';
import type { Outgoing } from './outgoing';
import { writeReply } from './quote';

const luca = { uniqueId: 'luca', name: 'Luca Moretti' };
const giulia = { uniqueId: 'giulia', name: 'Giulia Ferri' };
type Message = Parameters<typeof applyChanges>[0][number];

let last = 0;
const message = (sender: typeof luca, text: Message['text'], more: Partial<Message> = {}): Message => {
  last += 1;
  return {
    uniqueId: `id-${last}`,
    position: last,
    clientId: `client-${last}`,
    sender,
    text,
    cryptoSchema: 2,
    fileName: null,
    fileUrl: null,
    ...more,
  };
};
const change = (
  kind: 'edit' | 'delete' | 'react',
  by: typeof luca,
  of: Message,
  { text = '', ...more }: Partial<Message> & { readonly text?: string } = {},
) => {
  const named = { authorId: of.sender.uniqueId, id: of.clientId ?? of.uniqueId };
  return message(by, writeChange({ kind, ...named, text }), { change: kind, ...more });
};
const textsOf = (messages: readonly Message[]) => applyChanges(messages).map(({ text }) => text);

test('a change reads as it was written, and begins with words for clients that do not know it', () => {
  const named = { authorId: luca.uniqueId, id: 'a b]%/é' };
  for (const text of ['Close valve 2', '> Giulia: Which?\n\nValve 2', 'x\n\n[earth 1 delete luca c-1]'])
    expect(readChange(writeChange({ kind: 'edit', ...named, text }))).toEqual({ kind: 'edit', ...named, text });
  expect(writeChange({ kind: 'edit', ...named, text: 'Close valve 2' })).toMatch(/^✏️ Close valve 2\n\n/);
  expect(readChange(writeChange({ kind: 'delete', ...named, text: '' }))).toEqual({
    kind: 'delete',
    ...named,
    text: '',
  });
  for (const text of ['x', '[earth 1 edit luca 1]', 'x\n\n[earth 2 edit luca 1]', 'x\n\n[earth 1 edit luca %zz]'])
    expect([readChange(text), withoutChange(text)]).toEqual([null, text]);
});

test('an edit gives its message another text, and the last one counts', () => {
  const first = message(luca, 'Valve 1');
  const other = message(luca, 'Hello');
  const edits = ['Valve 2', 'Valve 3'].map((text) => change('edit', luca, first, { text }));
  const [edited, same, ...none] = applyChanges([first, other, ...edits]);
  expect(edited).toMatchObject({ uniqueId: first.uniqueId, position: first.position, text: 'Valve 3', isEdited: true });
  expect(same).toBe(other);
  expect(none).toEqual([]);
});

test('without changes the list stays the same, and what has not changed since is the same object', () => {
  const first = message(luca, 'Valve 1');
  const all = [first, message(giulia, 'Yes')];
  expect(applyChanges(all)).toBe(all);
  const edit = change('edit', luca, first, { text: 'Valve 2' });
  const [once] = applyChanges([...all, edit]);
  const [again] = applyChanges([...all, edit, message(giulia, 'Later')]);
  expect(again).toBe(once);
});

test('nobody edits or deletes what somebody else has written', () => {
  const hers = message(giulia, 'Close valve 2');
  const forged = message(
    luca,
    writeChange({ kind: 'edit', authorId: luca.uniqueId, id: hers.clientId ?? '', text: 'x' }),
    {
      change: 'edit',
    },
  );
  const attacks = [change('edit', luca, hers, { text: 'Open valve 2' }), change('delete', luca, hers), forged];
  expect(applyChanges([hers, ...attacks])).toEqual([hers]);
});

test('a change that proves less about its author than the message is ignored: the server could have made it', () => {
  const signed = message(luca, 'Close valve 2');
  const unsigned = change('delete', luca, signed, { cryptoSchema: 1 });
  const plain = change('edit', luca, signed, { text: 'Open valve 2', cryptoSchema: 0 });
  expect(textsOf([signed, unsigned, plain])).toEqual(['Close valve 2']);
  const before = message(luca, 'Old', { cryptoSchema: 1 });
  expect(textsOf([before, change('edit', luca, before, { text: 'New' })])).toEqual(['New']);
});

test('a change that is not genuine is shown as such, and one that cannot be read changes nothing', () => {
  const first = message(luca, 'Close valve 2');
  const altered = { ...change('edit', luca, first, { text: 'x' }), text: NOT_GENUINE };
  const unreadable = { ...change('edit', luca, first), text: null };
  expect(applyChanges([first, altered, unreadable])).toEqual([first, altered]);
});

test('what the server is told of a change must be what its author has sealed', () => {
  const first = message(luca, 'Close valve 2');
  const relabelled = { ...change('edit', luca, first, { text: 'Valve 3' }), change: 'delete' };
  expect(textsOf([first, relabelled])).toEqual(['Close valve 2']);
  // And a text that only looks like a change stays a text.
  const typed = message(
    luca,
    writeChange({ kind: 'delete', authorId: luca.uniqueId, id: first.clientId ?? '', text: '' }),
  );
  expect(textsOf([first, typed])).toEqual(['Close valve 2', typed.text]);
  // A kind that a later version has is not shown, and changes nothing.
  expect(textsOf([first, { ...typed, change: 'pin' }])).toEqual(['Close valve 2']);
});

test('an edit that arrives before its message applies to it', () => {
  const first = message(luca, 'Valve 1');
  expect(textsOf([change('edit', luca, first, { text: 'Valve 2' }), first])).toEqual(['Valve 2']);
});

test('a deleted message keeps neither text nor file nor reactions, also if it is edited afterwards', () => {
  const first = message(luca, 'sheet.pdf', { fileName: 'sheet.pdf', fileUrl: '/storage/rooms/r/1.bin' });
  const changes = [change('react', giulia, first, { text: '👍' }), change('delete', luca, first)];
  const after = change('edit', luca, first, { text: 'Still here' });
  const [deleted] = applyChanges([first, ...changes, after]);
  expect(deleted).toMatchObject({ text: '', fileName: null, fileUrl: null, isDeleted: true });
  expect(deleted).not.toHaveProperty('isEdited');
  expect(deleted).not.toHaveProperty('reactions');
});

test('an edit that the server repeats after a newer one does not count again', () => {
  const first = message(luca, 'Valve 1');
  const [old, next] = ['Valve 2', 'Valve 3'].map((text) => change('edit', luca, first, { text }));
  if (!old || !next) throw new Error('There are two');
  last += 1;
  expect(textsOf([first, old, next, { ...old, uniqueId: 'repeated', position: last }])).toEqual(['Valve 3']);
});

test('an edit of a file, an empty one and one of 100,000 characters are ignored', () => {
  const [first, file] = [message(luca, 'Valve 1'), message(luca, 'sheet.pdf', { fileName: 'sheet.pdf' })];
  const edits = [
    change('edit', luca, first, { text: ' \n' }),
    change('edit', luca, first, { text: 'x'.repeat(100_000) }),
    change('edit', luca, file, { text: 'Open me' }),
  ];
  expect(applyChanges([first, file, ...edits])).toEqual([first, file]);
});

test('a reaction is one emoji, not a text that begins with one', () => {
  const first = message(luca, 'Valve 1');
  const reactionTo = (text: string) => applyChanges([first, change('react', giulia, first, { text })])[0]?.reactions;
  for (const emoji of ['👍', '👍🏽', '❤️', '👩🏽‍🔧']) expect(reactionTo(emoji)).toMatchObject([{ emoji }]);
  for (const text of ['👍 Luca approved it', '👍👍', 'x']) expect(reactionTo(text)).toBeUndefined();
});

test('of each person the last reaction counts, and none if they took it back', () => {
  const first = message(luca, 'Done');
  const react = (by: typeof luca, text: string) => change('react', by, first, { text });
  const marco = { uniqueId: 'marco', name: 'Marco' };
  const all = [react(giulia, '👍'), react(luca, '👍'), react(marco, '❤️'), react(giulia, '❤️'), react(marco, '')];
  expect(applyChanges([first, ...all])[0]?.reactions).toEqual([
    { emoji: '👍', people: [luca] },
    { emoji: '❤️', people: [giulia] },
  ]);
  expect(applyChanges([first, react(giulia, 'Visit example.com')])).toEqual([first]);
});

test('replies quote what was edited as it is now, and what was deleted not at all', () => {
  const [valve, secret, same] = [message(luca, 'Valve 1'), message(luca, 'Code 4711'), message(luca, 'Yes')];
  const yes = message(luca, 'Yes');
  const quoting = ({ sender, text }: Message) =>
    message(giulia, writeReply({ name: sender.name, text: typeof text === 'string' ? text : '' }, 'OK'));
  const replies = [valve, secret, yes].map(quoting);
  const changes = [
    change('edit', luca, valve, { text: 'Valve 2' }),
    change('delete', luca, secret),
    change('delete', luca, same),
  ];
  expect(textsOf([valve, secret, same, yes, ...replies, ...changes]).slice(4)).toEqual([
    '> Luca Moretti: Valve 2\n\nOK',
    '> Luca Moretti: …\n\nOK',
    // Another message says the same.
    '> Luca Moretti: Yes\n\nOK',
  ]);
});

test('the user’s own change is applied before the server has it, unless the server refused it', () => {
  const first = message(luca, 'Valve 1');
  const text = writeChange({ kind: 'edit', authorId: luca.uniqueId, id: first.clientId ?? '', text: 'Valve 2' });
  const item = (state: Outgoing['state']): Outgoing => ({
    clientId: 'edit',
    place: { kind: 'room', id: 'room' },
    kind: 'message',
    text,
    date: '2026-01-05T10:00:00.000Z',
    file: null,
    change: { change: 'edit', changedUniqueId: first.uniqueId, changedScheme: 2 },
    state,
  });
  const shown = (state: Outgoing['state']) => applyChanges([first], { outgoing: [item(state)], me: luca });
  expect(shown('waiting')).toMatchObject([{ text: 'Valve 2', isEdited: true, isChanging: true }]);
  expect(shown('failed')).toEqual([first]);
});

test('a forwarded message is shown as one, without its mark, and the same object each time', () => {
  for (const text of ['Valve 1', '> Luca: x\n\ny', '↪\n\nz']) expect(readForwarded(writeForwarded(text))).toBe(text);
  for (const text of ['Valve 1', '↪', '↪\n\n', '↪ Valve 1']) expect(readForwarded(text)).toBeNull();
  const copy = message(luca, writeForwarded('Valve 1'));
  const [shown] = applyChanges([copy]);
  expect(shown).toMatchObject({ text: 'Valve 1', isForwarded: true });
  expect(applyChanges([copy, message(giulia, 'Thanks')])[0]).toBe(shown);
  expect(applyChanges([copy, change('delete', luca, copy)])).toMatchObject([{ text: '', isDeleted: true }]);
});
