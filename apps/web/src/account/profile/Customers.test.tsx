import type { Company } from '@earth/contracts';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { api, session } from '../../platform';
import { companiesQuery } from '../../shared/queries';
import { roomsOf } from '../../assist/rooms/model/room-sending';
import { createUnsentStore, forgetUnsent } from '../../platform/storage/unsent';
import { testProfile } from '../../testing/people';
import { Customers } from './Customers';
import { AppScope, queries } from '../../testing/scope';

const me = testProfile();
const other: Company = { ...me.company, id: 'other', code: 'OTHER', name: 'Other Works' };
const moved = vi.spyOn(api, 'changeCustomer');

/** Adds pending room messages of other tabs. */
async function wait(...clientIds: readonly string[]) {
  const tab = createUnsentStore(roomsOf(me.uniqueId), { request: async () => {} });
  for (const clientId of clientIds)
    await tab.keep({ fields: { id: 'room', message: 'sealed', cryptoSchema: 1, clientId } });
}

async function choose() {
  render(
    <AppScope>
      <Customers />
    </AppScope>,
  );
  await vi.waitFor(() => expect(queries().isFetching()).toBe(0));
  fireEvent.click(screen.getByRole('button', { name: 'Other Works' }));
}

beforeEach(() => {
  moved.mockReset().mockReturnValue(new Promise(() => {}));
  session.store.setState({ status: 'signedIn', profile: me }, true);
  queries().setQueryData(companiesQuery.queryKey, [me.company, other]);
});
afterEach(async () => {
  queries().clear();
  await forgetUnsent();
});

test('changes the company at once if nothing is pending', async () => {
  setLanguage('en');
  await choose();
  await vi.waitFor(() => expect(moved).toHaveBeenCalledOnce());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['en', 'Switch company?', '1 message hasn’t been sent yet and will be lost.', 'Cancel', 'Change', ['a']],
  [
    'it',
    'Cambiare azienda?',
    '2 messaggi non sono ancora stati inviati e andranno persi.',
    'Annulla',
    'Cambia',
    ['a', 'b'],
  ],
] as const)(
  'in «%s»: a change of company asks before it discards pending messages',
  async (language, question, line, no, yes, unsent) => {
    setLanguage(language);
    await wait(...unsent);
    await choose();
    const press = async (name: string) => {
      const popup = await screen.findByRole('dialog', { name: question });
      expect(within(popup).getByText(line)).toBeDefined();
      fireEvent.click(within(popup).getByRole('button', { name }));
      await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await press(no);
    expect(moved).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Other Works' }));
    await press(yes);
    await vi.waitFor(() => expect(moved).toHaveBeenCalledOnce());
    expect(moved.mock.calls[0]?.[0]).toMatchObject({ customerCode: 'OTHER' });
  },
);
