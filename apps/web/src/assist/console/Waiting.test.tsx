import { act, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { session } from '../../platform';
import { setLanguage } from '../../shared/i18n';
import { peopleQuery } from '../../shared/queries';
import { testContact, testId, testProfile } from '../../testing/people';
import { AppScope, beginScope, queries } from '../../testing/scope';
import { createCalls } from '../calls';
import type { CallRecord } from '../history';
import { Waiting } from './Waiting';

const luca = testContact({ name: 'Luca Moretti' }, 'ASSISTED');
const anna = testContact({ name: 'Anna Villa' }, 'ASSISTED');

/** A call that the user has missed, as far as the list shows it. */
const missed = (caller: typeof luca) =>
  ({ id: testId(), item: { call: { caller, productCode: null } }, start: new Date() }) as CallRecord;

const idle = { phase: 'idle' };
let view: object = idle;
const listeners = new Set<() => void>();

beforeEach(() => {
  setLanguage('en');
  view = idle;
  session.store.setState({ status: 'signedIn', profile: testProfile({}, 'OPERATOR') }, true);
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  beginScope([[createCalls, { getView: () => view, subscribe }]]);
  queries().setQueryData(peopleQuery.queryKey, [luca, anna]);
});

test('a person who rings now is waited for once, whatever was missed of them before', () => {
  const records = [missed(luca), missed(anna)];
  render(
    <AppScope>
      <Waiting missed={records} subjects={new Map()} />
    </AppScope>,
  );
  const rows = () => within(screen.getByRole('list')).getAllByRole('listitem');
  const wordsOf = (name: string) => rows().filter(({ textContent }) => textContent.includes(name));
  expect(rows()).toHaveLength(2);
  view = { phase: 'incoming', call: { caller: luca }, since: Date.now(), timeoutSeconds: 30 };
  act(() => {
    for (const notify of listeners) notify();
  });
  expect(rows()).toHaveLength(2);
  expect(wordsOf('Luca Moretti').map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Ringing')]);
  expect(wordsOf('Anna Villa')[0]?.textContent).toContain('Missed');
});
