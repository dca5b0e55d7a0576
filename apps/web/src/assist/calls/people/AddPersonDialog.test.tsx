import type { CallActions, Person, Unanswered } from '@earth/calls';
import type { Contact, Profile } from '@earth/contracts';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { peopleQuery } from '../../../shared/queries';
import { AddPersonDialog } from './AddPersonDialog';
import { NotComing } from './NotComing';
import { Ringing } from './Ringing';
import { useUnanswered } from './use-unanswered';
import { hasRoom, whoToAdd } from './who-to-add';
import { AppScope, queries } from '../../../testing/scope';
import { api } from '../../../platform';

const person = (name: string, code: string, more: Partial<Contact> = {}) =>
  ({ uniqueId: name, name, role: { code }, availability: 2, inCall: false, ...more }) as Contact;

const giulia = person('Giulia Ferri', 'OPERATOR');
const luca = person('Luca Moretti', 'ASSISTED', { inCall: true });
const marco = person('Marco Bassi', 'OPERATOR');
const paolo = person('Paolo Neri', 'ADMIN', { inCall: true });
const sara = person('Sara Conti', 'ASSISTED');
const anna = person('Anna Villa', 'OPERATOR', { availability: 1 });
const everybody = [anna, giulia, luca, marco, paolo, sara];
const me = giulia as unknown as Profile;
const present = [{ contact: luca, state: 'joined' }] as Person[];
const names = (people: readonly Contact[]) => people.map(({ name }) => name.split(' ')[0]);

afterEach(() => vi.useRealTimers());
beforeEach(() => {
  vi.spyOn(api, 'listGuestLinks').mockResolvedValue([]);
  queries().setQueryData(peopleQuery.queryKey, everybody);
});

function open(onAdd = vi.fn<CallActions['addPeople']>(() => Promise.resolve())) {
  const onClose = vi.fn<() => void>();
  render(
    <AppScope>
      <AddPersonDialog
        me={me}
        callId="0190a000-0000-7000-8000-00000000000a"
        present={present}
        onAdd={onAdd}
        onClose={onClose}
      />
    </AppScope>,
  );
  return { onAdd, onClose };
}

test('free people who are not in the call can be added; a field user adds controllers only', () => {
  expect(names(whoToAdd(everybody, { me, present, search: '' }))).toEqual(['Marco', 'Sara']);
  expect(names(whoToAdd(everybody, { me, present, search: 'ARCO' }))).toEqual(['Marco']);
  const asLuca = { me: luca as unknown as Profile, present: [{ contact: giulia }], search: '' };
  expect(names(whoToAdd(everybody, asLuca))).toEqual(['Marco']);
});

test.each([
  [2, 1, false],
  [3, 1, true],
  [3, 2, false],
  [-1, 9, true],
])('maxUsersInCall %i with %i others in it: room is %s', (most, others, room) => {
  const people = Array.from({ length: others }, () => ({ state: 'joined' as const }));
  expect(hasRoom(people, most)).toBe(room);
  // People who ring do not count.
  expect(hasRoom([...people, { state: 'ringing' }], most)).toBe(room);
});

test('one tap adds a person and closes the dialog', async () => {
  const { onAdd, onClose } = open();
  fireEvent.click(screen.getByRole('button', { name: 'Add Marco Bassi' }));
  expect(onAdd).toHaveBeenCalledWith([marco]);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

test('the server’s refusal is shown, and another person can be added', async () => {
  const refused = vi.fn<CallActions['addPeople']>(() => Promise.reject(new Error('Already in another call')));
  const { onClose } = open(refused);
  fireEvent.click(screen.getByRole('button', { name: 'Add Marco Bassi' }));
  expect(await screen.findByText('Already in another call')).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Add Sara Conti' }).hasAttribute('disabled')).toBe(false);
});

test('without space for tiles, the people who ring are named', () => {
  const people = [
    { contact: luca, state: 'joined' as const },
    { contact: marco, state: 'ringing' as const },
  ];
  const { rerender } = render(<Ringing people={people} />);
  expect(screen.getByRole('status').textContent).toBe('Calling Marco…');
  rerender(<Ringing people={people.slice(0, 1)} />);
  expect(screen.getByRole('status').textContent).toBe('');
});

const addPeople: CallActions['addPeople'] = () => Promise.resolve();

/** A call into which Marco can be called. */
function Talking({ unanswered }: { readonly unanswered: readonly Unanswered[] }) {
  const { said, add } = useUnanswered(unanswered, addPeople);
  return (
    <>
      <button type="button" onClick={() => void add([marco])}>
        Call
      </button>
      <NotComing people={said} />
    </>
  );
}

test('the adder sees for a moment that a person declined or did not answer, each time', async () => {
  vi.useFakeTimers();
  const saraDeclined = { contact: sara, state: 'refused' } as const;
  const { rerender } = render(<Talking unanswered={[saraDeclined]} />);
  const become = (state: Unanswered['state'] | 'ringing') =>
    rerender(<Talking unanswered={[saraDeclined, ...(state === 'ringing' ? [] : [{ contact: marco, state }])]} />);
  const call = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Call' })));
  const said = () => screen.getByRole('status').textContent;
  await call();
  become('ringing');
  expect(said()).toBe('');
  become('refused');
  expect(said()).toBe('Marco declined');
  act(() => void vi.advanceTimersByTime(6_000));
  expect(said()).toBe('');

  become('ringing');
  await call();
  become('missed');
  expect(said()).toBe('Marco didn’t answer');
});

test('an empty list is explained', () => {
  queries().setQueryData(peopleQuery.queryKey, [anna, giulia, luca]);
  open();
  expect(screen.getByText('No one else is available right now')).toBeDefined();
});
