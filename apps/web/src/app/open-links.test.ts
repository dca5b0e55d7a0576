import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../platform';
import { logLines } from '../platform/app-log';
import { forgetAppSignOn, rememberAppSignOn } from '../platform/session/app-sign-on';
import { toastStore } from '../shared/toast';
import { testProfile } from '../testing/people';
import { standInShell } from '../testing/shell';
import { openLinks } from './open-links';

const push = vi.fn<(address: string) => void>();
const load = vi.fn<(address: string) => void>();
let emit: (link: string) => void;
let held: readonly { readonly name: string }[];

beforeEach(() => {
  vi.resetAllMocks();
  held = [];
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held }) } });
  document.head.innerHTML =
    '<meta name="earth-scheme" content="com.example.earth"><meta name="earth-server" content="https://help.example.com">';
  const shell = standInShell({ App: {} });
  emit = (url) => shell.emit('App', 'appUrlOpen', { url });
  session.store.setState({ status: 'signedOut', isOver: false }, true);
  openLinks({ history: { push } } as never, load);
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.innerHTML = '';
});

test('a link of the server or of the own scheme leads to its page, without loading the app again', async () => {
  emit('https://help.example.com/landing?contentid=7');
  await vi.waitFor(() => expect(push).toHaveBeenLastCalledWith('/landing?contentid=7'));
  emit('com.example.earth://open/invitation#code=1');
  await vi.waitFor(() => expect(push).toHaveBeenLastCalledWith('/invitation#code=1'));
  expect(load).not.toHaveBeenCalled();
});

test('a guest link loads the page of a guest, which shares nothing with this one', async () => {
  emit('https://help.example.com/guest#k3y');
  await vi.waitFor(() => expect(load).toHaveBeenCalledWith('/guest#k3y'));
  expect(push).not.toHaveBeenCalled();
});

test('a guest link ends no call: it is to be opened again', async () => {
  held = [{ name: 'call 7 1' }];
  emit('https://help.example.com/guest#k3y');
  await vi.waitFor(() => expect(toastStore.getState().toast?.words).toContain('End it first'));
  expect(load).not.toHaveBeenCalled();
  expect(push).not.toHaveBeenCalled();
});

test.each(['https://evil.example/landing', 'https://help.example.com/settings', 'javascript:alert(1)'])(
  '%s changes nothing',
  async (link) => {
    emit(link);
    emit('https://help.example.com/ar');
    await vi.waitFor(() => expect(push).toHaveBeenCalled());
    expect(push.mock.calls).toEqual([['/ar']]);
    expect(load).not.toHaveBeenCalled();
  },
);

test('the link of a sign-in is followed only while the app waits for one', async () => {
  const address = `/login/#signOn=app.${'t'.repeat(43)}`;
  const link = `com.example.earth://open${address}`;
  emit(link);
  await vi.dynamicImportSettled();
  rememberAppSignOn({ verifier: 'v' });
  emit(link);
  await vi.waitFor(() => expect(push).toHaveBeenCalledWith(address));
  forgetAppSignOn();
  emit(link);
  await vi.dynamicImportSettled();
  expect(push.mock.calls).toEqual([[address]]);
});

test.each([
  ['signed in', { status: 'signedIn', profile: testProfile() }],
  ['about to open their keys', { status: 'locked', profile: testProfile(), keyVault: null }],
] as const)('the link of a sign-in leads nobody away who is %s by another way meanwhile', async (_, state) => {
  rememberAppSignOn({ verifier: 'v' });
  session.store.setState(state, true);
  emit(`com.example.earth://open/login/#signOn=app.${'t'.repeat(43)}`);
  emit('com.example.earth://open/ar');
  await vi.waitFor(() => expect(push).toHaveBeenCalled());
  await vi.dynamicImportSettled();
  expect(push.mock.calls).toEqual([['/ar']]);
});

test('a shell without the plugin starts, and the log names it', async () => {
  standInShell({});
  openLinks({ history: { push } } as never, load);
  await vi.waitFor(() => expect(logLines().at(-1)?.words).toContain('App'));
});
