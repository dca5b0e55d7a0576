import { render, screen, within } from '@testing-library/react';
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

const ringing = { phase: 'incoming', call: { caller: luca }, since: Date.now(), timeoutSeconds: 30 };

/** A call that the user has missed, as far as the list shows it. */
const missed = (caller: typeof luca, start = new Date()) =>
  ({ id: testId(), item: { call: { caller, productCode: null } }, start }) as CallRecord;

beforeEach(() => {
  setLanguage('en');
  session.store.setState({ status: 'signedIn', profile: testProfile({}, 'OPERATOR') }, true);
  beginScope([[createCalls, { getView: () => ringing, subscribe: () => () => {} }]]);
  queries().setQueryData(peopleQuery.queryKey, [luca, anna]);
});

test('while somebody rings, whose card is over the page, the list has the missed calls of other people only', () => {
  const waiting = (...records: CallRecord[]) => (
    <AppScope>
      <Waiting missed={records} subjects={new Map()} />
    </AppScope>
  );
  const { rerender } = render(waiting());
  expect(screen.queryByRole('list')).toBeNull();
  // Of an earlier call of the person who rings now.
  rerender(waiting(missed(luca)));
  expect(screen.queryByRole('list')).toBeNull();
  rerender(waiting(missed(anna), missed(luca)));
  const rows = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/Anna Villa.*Missed/)]);
});

test('says how long ago a call was missed', () => {
  render(
    <AppScope>
      <Waiting missed={[missed(anna), missed(luca, new Date(Date.now() - 12 * 60_000))]} subjects={new Map()} />
    </AppScope>,
  );
  expect(screen.getByText('Missed just now')).toBeDefined();
});
