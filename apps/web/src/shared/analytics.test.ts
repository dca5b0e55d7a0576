import { ContentView } from '@earth/contracts';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../platform';
import { logLines } from '../platform/app-log';
import { choose } from '../platform/storage/device-choices';
import { type NativeMethod, NativeRejection, type NativePlugin, standInShell } from '../testing/shell';
import { contentView, favouriteAdded, screenView } from './analytics';

const scene = { id: 7, title: 'Bronzes', ctnView: ContentView.scene, visibility: 'public' } as const;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What the server gets when the page is hidden. */
function hide() {
  vi.restoreAllMocks();
  const send = vi.spyOn(api, 'countEvents').mockResolvedValue(null);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  return send.mock.calls;
}
function use() {
  screenView('Profile');
  contentView(scene);
  favouriteAdded(scene);
  return hide();
}
const counted = [[{ l: 'en', screens: ['Profile'], contents: [7], favourites: [7] }]];

const done: NativeMethod = () => undefined;
const service: NativePlugin = { setCurrentScreen: done, logEvent: done };

test('sends the pending events when the page is hidden', () => {
  expect(use()).toEqual(counted);
});

test('D7.22: the service of the brand hears of screens, contents and favourites too, once the user has allowed it', async () => {
  const shell = standInShell({ FirebaseAnalytics: service });
  use();
  choose('analyticsAllowed', true);
  expect(use()).toEqual(counted);
  await vi.waitFor(() => expect(shell.calls).toHaveLength(3));
  expect(shell.optionsOf('FirebaseAnalytics', 'setCurrentScreen')).toEqual([{ screenName: 'Profile' }]);
  const params = { ContentName: 'Bronzes', ContentId: '7', ContentType: 'scene' };
  expect(shell.optionsOf('FirebaseAnalytics', 'logEvent')).toEqual([
    { name: 'content_view', params },
    { name: 'add_favourite', params },
  ]);
});

test('it hears nothing of what only some people may see, and long titles in part', async () => {
  const shell = standInShell({ FirebaseAnalytics: service });
  choose('analyticsAllowed', true);
  contentView({ ...scene, visibility: 'company' });
  contentView({ ...scene, title: 'a'.repeat(200) });
  await vi.waitFor(() => expect(shell.calls).toHaveLength(1));
  expect(shell.optionsOf('FirebaseAnalytics', 'logEvent')[0]).toMatchObject({
    params: { ContentName: 'a'.repeat(100) },
  });
  expect(hide()).toMatchObject([[{ contents: [7, 7] }]]);
});

test('a plugin that is missing or failing is logged, and the server counts all the same', async () => {
  choose('analyticsAllowed', true);
  standInShell({
    FirebaseAnalytics: {
      ...service,
      setCurrentScreen() {
        throw new NativeRejection('no project');
      },
    },
  });
  expect(use()).toEqual(counted);
  const logged = (words: string) => vi.waitFor(() => expect(logLines().map((line) => line.words)).toContain(words));
  await logged('PluginError: FirebaseAnalytics: no project');
  standInShell({});
  expect(use()).toEqual(counted);
  await logged('PluginNotFoundError: FirebaseAnalytics: The app was built without FirebaseAnalytics');
});
