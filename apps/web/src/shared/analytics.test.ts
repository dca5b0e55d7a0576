import { expect, test, vi } from 'vitest';
import { contentView, favouriteAdded, screenView } from './analytics';
import { api } from '../platform';

test('sends the pending events when the page is hidden', () => {
  const send = vi.spyOn(api, 'countEvents').mockResolvedValue(null);
  screenView('Profile');
  contentView({ id: 7 });
  favouriteAdded({ id: 7 });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(send.mock.calls).toEqual([[{ l: 'en', screens: ['Profile'], contents: [7], favourites: [7] }]]);
});
