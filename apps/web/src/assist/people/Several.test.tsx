import type { Contact } from '@earth/contracts';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { peopleQuery } from '../../shared/queries';
import { session } from '../../platform';
import * as config from '../../platform/config';
import { createCalls } from '../calls';
import { testConfig } from '../../testing/config';
import { testContact, testProfile } from '../../testing/people';
import { CallSeveral, ChoiceRow, useChoice } from './Several';
import { AppScope, beginScope, queries } from '../../testing/scope';

const call = vi.fn<(request: { targets: readonly Contact[] }) => void>();

const giulia = testContact({ name: 'Giulia Ferri' });
const marco = testContact({ name: 'Marco Bassi' });
const anna = testContact({ name: 'Anna Villa', availability: 1 });
const everybody = [anna, giulia, marco];

function People() {
  const { choice, start } = useChoice();
  if (!choice)
    return (
      <button type="button" onClick={start}>
        Select
      </button>
    );
  return (
    <>
      <ul>
        {everybody.map((person) => (
          <ChoiceRow key={person.uniqueId} person={person} line="" choice={choice} />
        ))}
      </ul>
      <CallSeveral choice={choice} />
    </>
  );
}

const fitInCall = (maxUsersInCall: number) =>
  vi.spyOn(config, 'getConfig').mockReturnValue({ ...testConfig, maxUsersInCall });

beforeEach(() => {
  call.mockClear();
  fitInCall(4);
  session.store.setState({ status: 'signedIn', profile: testProfile() }, true);
  beginScope([[createCalls, { call }]]);
  queries().setQueryData(peopleQuery.queryKey, everybody);
  render(
    <AppScope>
      <People />
    </AppScope>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Select' }));
});
const choose = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));

test('several people are chosen, counted, and called together', () => {
  expect(screen.getByRole('button', { name: 'Call together' }).hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('status').textContent).toBe('Select people who are available');
  choose('Giulia Ferri');
  choose('Marco Bassi');
  expect(screen.getByRole('status').textContent).toBe('2 selected');
  fireEvent.click(screen.getByRole('button', { name: 'Call together' }));
  expect(call).toHaveBeenCalledWith(expect.objectContaining({ targets: [giulia, marco] }));
  expect(screen.getByRole('button', { name: 'Select' })).toBeDefined();
});

test('choices are cleared one by one, or all at once', () => {
  choose('Giulia Ferri');
  choose('Giulia Ferri');
  expect(screen.getByRole('status').textContent).toBe('Select people who are available');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(call).not.toHaveBeenCalled();
});

test('offline people cannot be selected, and their row says why', () => {
  expect(screen.getByText(/^Can’t be called now/)).toBeDefined();
  expect(screen.getByRole('checkbox', { name: 'Anna Villa' }).hasAttribute('disabled')).toBe(true);
});

test('if not all fit into a call, the first to answer get it, and that is said before', () => {
  choose('Giulia Ferri');
  choose('Marco Bassi');
  expect(screen.getByRole('status').textContent).toBe('2 selected');
  fitInCall(2);
  choose('Marco Bassi');
  expect(screen.getByRole('status').textContent).toBe('1 selected');
  choose('Marco Bassi');
  expect(screen.getByRole('status').textContent).toBe('2 selected · the first to answer gets the call');
  expect(screen.queryByRole('button', { name: 'Call together' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Call' }));
  expect(call).toHaveBeenCalledWith(expect.objectContaining({ targets: [giulia, marco] }));
});
