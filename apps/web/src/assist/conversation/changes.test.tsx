/** Editing and deleting own messages: what the user does, and what the conversation sends for it. */
import { writeChange } from '@earth/messaging';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../platform';
import { setLanguage } from '../../shared/i18n';
import { giveConfig } from '../../testing/config';
import { inConversation } from '../../testing/conversation';
import { testContact, testId, testProfile } from '../../testing/people';
import { testMessage } from '../../testing/rooms';
import { Composer } from './Composer';
import { Lines } from './Lines';
import { toRows } from './model/rows';
import type { ConversationSource, ShownMessage } from './source';

giveConfig({ cryptoSchema: 1, maxFileBytes: 25 * 1024 ** 2 });
const me = testContact({ name: 'Giulia Ferri' });
const luca = testContact({ name: 'Luca Moretti' });
const voice = { openMicrophone: () => Promise.reject(new Error('not used')), howToAllow: null, isInterrupted: false };
const sendChange = vi.fn<NonNullable<ConversationSource['sendChange']>>();
const onSend = vi.fn<(text: string) => void>();
const onSent = vi.fn<() => void>();

const signIn = () =>
  session.store.setState({ status: 'signedIn', profile: testProfile({ uniqueId: me.uniqueId, name: me.name }) }, true);

function open(messages: readonly ShownMessage[], source: Partial<ConversationSource> = { sendChange }) {
  const conversation = { messages, hasOlder: false };
  const rows = toRows({ conversation, outgoing: [], meId: me.uniqueId, unreadAfter: null, isShort: true });
  const own = rows.flatMap((row) => (row.type === 'message' && row.isMine ? [row.message] : []));
  render(
    <>
      <Lines rows={rows} hasNames readers={[]} mayReply />
      <Composer
        label="Message Luca"
        onSend={onSend}
        onFile={() => {}}
        onSent={onSent}
        voice={voice}
        ownMessages={() => own}
      />
    </>,
    // Drafts are kept by place.
    { wrapper: inConversation({ place: { kind: 'room', id: testId() }, ...source }) },
  );
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message Luca' });
const write = (text: string) => fireEvent.change(field(), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const inSheet = (name: string) => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));

beforeEach(() => {
  setLanguage('en');
  signIn();
  sendChange.mockReset();
  onSend.mockReset();
  onSent.mockReset();
});

const mine = (text: string, more: Partial<ShownMessage> = {}) => testMessage(me, 1, { text, clientId: 'c-1', ...more });
const named = { authorId: me.uniqueId, id: 'c-1' };

test('an own message is edited in the field, with what it answers, and the draft is there again afterwards', () => {
  const message = mine('> Luca Moretti: Which?\n\nValve 1');
  open([message]);
  write('By the way');
  press('More actions');
  inSheet('Edit');
  expect(field().value).toBe('Valve 1');
  expect(screen.getByText('Editing message')).toBeDefined();

  write('Valve 2');
  press('Save');

  expect(sendChange).toHaveBeenCalledExactlyOnceWith(
    writeChange({ kind: 'edit', ...named, text: '> Luca Moretti: Which?\n\nValve 2' }),
    { change: 'edit', changedUniqueId: message.uniqueId, changedScheme: message.cryptoSchema },
  );
  expect(onSend).not.toHaveBeenCalled();
  expect(onSent, 'typing ends with an edit').toHaveBeenCalledTimes(1);
  expect(field().value).toBe('By the way');
});

test('the upper arrow in an empty field edits the last own text, Esc gives it up, and in a written field it does nothing', () => {
  open([
    mine('First'),
    mine('Valve 1', { position: 2, clientId: 'c-2' }),
    mine('sheet.pdf', { position: 3, clientId: 'c-3', fileName: 'sheet.pdf' }),
    testMessage(luca, 4, { text: 'Thanks' }),
  ]);
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  expect(field().value).toBe('Valve 1');
  write('Valve 3');
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect([field().value, screen.queryByText('Editing message')]).toEqual(['', null]);
  write('x');
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  expect(field().value).toBe('x');
  expect(sendChange).not.toHaveBeenCalled();
});

test('a text that was not changed is not sent, and an empty one cannot be', () => {
  open([mine('Valve 1')]);
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  write('  ');
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true);
  write('Valve 1 ');
  press('Save');
  expect(sendChange).not.toHaveBeenCalled();
  expect(field().value).toBe('');
});

test('deleting asks first, and then deletes for everybody', () => {
  const message = mine('Code 4711');
  open([message]);
  press('More actions');
  inSheet('Delete for everyone');
  expect(screen.getByText('It will be deleted for everyone. This can’t be undone.')).toBeDefined();
  inSheet('Cancel');
  expect(sendChange).not.toHaveBeenCalled();
  press('More actions');
  inSheet('Delete for everyone');
  inSheet('Delete');
  const request = { change: 'delete', changedUniqueId: message.uniqueId, changedScheme: message.cryptoSchema };
  expect(sendChange).toHaveBeenCalledExactlyOnceWith(writeChange({ kind: 'delete', ...named, text: '' }), request);
});

test.each([
  ['en', 'Edited', 'Message deleted'],
  ['it', 'Modificato', 'Messaggio eliminato'],
] as const)('in «%s» an edited message says so, and a deleted one shows only that', (language, edited, deleted) => {
  setLanguage(language);
  const [valve, code] = [mine('Valve 1'), mine('Code 4711', { position: 2, clientId: 'c-2' })];
  const changes = [
    testMessage(me, 3, { text: writeChange({ kind: 'edit', ...named, text: 'Valve 2' }), change: 'edit' }),
    testMessage(me, 4, { text: writeChange({ kind: 'delete', ...named, id: 'c-2', text: '' }), change: 'delete' }),
  ];
  open([valve, code, ...changes]);
  const [first, second, ...others] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(first).toMatch(new RegExp(`^Valve 2.*${edited}`, 'u'));
  expect(second).toMatch(new RegExp(`^${deleted}`, 'u'));
  expect(second).not.toContain('4711');
  expect(others).toEqual([]);
});

test('others’ messages can be neither edited nor deleted', () => {
  open([testMessage(luca, 1, { text: 'Hello' })]);
  press('More actions');
  const acts = within(screen.getByRole('dialog')).getAllByRole('listitem');
  expect(acts.map(({ textContent }) => textContent)).toEqual(['Reply', 'Copy']);
});

/** Luca's message and the reactions to it. */
const answered = (...reactions: readonly [by: typeof luca, emoji: string][]) => {
  const done = testMessage(luca, 1, { text: 'Done', clientId: 'c-9' });
  const changes = reactions.map(([by, text], index) =>
    testMessage(by, index + 2, {
      text: writeChange({ kind: 'react', authorId: luca.uniqueId, id: 'c-9', text }),
      change: 'react',
    }),
  );
  return { done, all: [done, ...changes] };
};
const reactionTo = ({ uniqueId, cryptoSchema }: ShownMessage, text: string) =>
  [
    writeChange({ kind: 'react', authorId: luca.uniqueId, id: 'c-9', text }),
    { change: 'react', changedUniqueId: uniqueId, changedScheme: cryptoSchema },
  ] as const;

test('one of six emoji answers a message; the same again takes it back, and another replaces it', () => {
  const { done, all } = answered([me, '👍']);
  open(all);
  press('More actions');
  const choice = within(screen.getByRole('group', { name: 'React' })).getAllByRole('button');
  expect(choice).toHaveLength(6);
  expect(choice.filter((button) => button.getAttribute('aria-pressed') === 'true')).toEqual([
    screen.getByRole('button', { name: 'React with 👍' }),
  ]);
  press('React with 👍');
  press('More actions');
  press('React with ✅');
  expect(sendChange.mock.calls).toEqual([reactionTo(done, ''), reactionTo(done, '✅')]);
});

test.each([
  ['en', 'Reactions', ['👍 Luca Moretti and You2', '✅ Sara Conti']],
  ['it', 'Reazioni', ['👍 Luca Moretti e Tu2', '✅ Sara Conti']],
] as const)('in «%s» reactions say how many people answered, and who', (language, label, expected) => {
  setLanguage(language);
  const sara = testContact({ name: 'Sara Conti' });
  const { done, all } = answered([luca, '👍'], [sara, '✅'], [me, '👍']);
  open(all);
  const shown = within(screen.getByRole('list', { name: label })).getAllByRole('button');
  const named = shown.map(
    (button) => `${button.getAttribute('aria-label')}${button.textContent.replace(/^\S+?(?=\d|$)/u, '')}`,
  );
  expect(named).toEqual(expected);
  for (const button of shown) fireEvent.click(button);
  expect(sendChange.mock.calls).toEqual([reactionTo(done, ''), reactionTo(done, '✅')]);
});

test('where nothing can be sent, own messages cannot be changed', () => {
  open([mine('Valve 1')], {});
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  expect(field().value).toBe('');
});
