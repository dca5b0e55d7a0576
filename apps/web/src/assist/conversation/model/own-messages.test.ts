import { writeChange, type Outgoing } from '@earth/messaging';
import { expect, test } from 'vitest';
import { testContact } from '../../../testing/people';
import { testMessage } from '../../../testing/rooms';
import { ownMessagesIn } from './own-messages';

const me = testContact({ name: 'Giulia Ferri' });
const luca = testContact({ name: 'Luca Moretti' });

test('an own message has the edit that is not sent yet, and one whose deletion is not sent yet has no text', () => {
  const messages = [
    testMessage(me, 1, { clientId: 'c-1', text: 'Valve 1' }),
    testMessage(luca, 2, { clientId: 'c-2', text: 'Which one?' }),
    testMessage(me, 3, { clientId: 'c-3', text: 'Code 4711' }),
  ];
  const change = (kind: 'edit' | 'delete', id: string, text: string): Outgoing => ({
    clientId: `${kind} ${id}`,
    place: { kind: 'room', id: 'r' },
    kind: 'message',
    text: writeChange({ kind, authorId: me.uniqueId, id, text }),
    date: '2026-01-05T09:30:00.000Z',
    file: null,
    state: 'waiting',
    change: { change: kind, changedUniqueId: 'x', changedScheme: 1 },
  });
  const own = ownMessagesIn(messages, [change('edit', 'c-1', 'Valve 7'), change('delete', 'c-3', '')], me.uniqueId);
  expect(own.map(({ text, isDeleted = false }) => [text, isDeleted])).toEqual([
    ['Valve 7', false],
    ['', true],
  ]);
});
