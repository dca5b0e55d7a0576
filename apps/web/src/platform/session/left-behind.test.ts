/** What remains on a device when a session ends on a page of Assist, where no part of Discover is loaded. */
import { contentItem, encode } from '@earth/contracts';
import { expect, test } from 'vitest';
import { testItem } from '../../testing/contents';
import { testProfile } from '../../testing/people';
import { session } from '../index';
import { giveConfig } from '../../testing/config';

giveConfig({ callsEnabled: false });

const saved = (id: number, visibility: 'public' | 'company' | 'customer') =>
  encode(contentItem, testItem({ id, visibility }));

test('D3.32: signing out keeps public favourites only, and clears the customer filter', async () => {
  localStorage.setItem(
    'favorite_contents',
    JSON.stringify([saved(1, 'company'), saved(2, 'public'), saved(3, 'customer'), null]),
  );
  localStorage.setItem('currentFilteredCustomer', 'TILES');
  localStorage.setItem('onlyPrivateContentsVisible', 'false');
  session.store.setState({ status: 'signedIn', profile: testProfile() }, true);

  await session.end(false);

  expect(JSON.parse(localStorage.getItem('favorite_contents') ?? '')).toEqual([saved(2, 'public')]);
  expect(localStorage.getItem('currentFilteredCustomer')).toBeNull();
  expect(localStorage.getItem('onlyPrivateContentsVisible')).toBeNull();
});

test('invalid stored data does not block a sign-out', async () => {
  for (const text of ['{', '"text"', '{}', 'null']) {
    localStorage.setItem('favorite_contents', text);
    session.store.setState({ status: 'signedIn', profile: testProfile() }, true);
    await session.end(false);
    expect(session.store.getState()).toMatchObject({ status: 'signedOut' });
  }
});
