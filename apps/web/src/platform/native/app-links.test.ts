import { afterEach, expect, test, vi } from 'vitest';
import { standInShell } from '../../testing/shell';
import { addressOfLink, followAppLinks } from './app-links';

const owner = { server: 'https://help.example.com', scheme: 'com.example.earth' };

const signOn = `login/#signOn=app.${'t'.repeat(43)}`;

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['https://help.example.com/landing?contentid=7', '/landing?contentid=7'],
  ['https://HELP.example.com/guest#k3y', '/guest#k3y'],
  ['https://help.example.com/invitation#email=a%40b.example&code=1', '/invitation#email=a%40b.example&code=1'],
  ['https://help.example.com/content-detail/7?tab=map', '/content-detail/7?tab=map'],
  ['com.example.earth://open/landing?keypointid=3', '/landing?keypointid=3'],
  ['COM.example.earth://OPEN/guest#k3y', '/guest#k3y'],
  [`com.example.earth://open/${signOn}`, `/${signOn}`],
])('%s leads to %s', (link, address) => expect(addressOfLink(link, owner)).toBe(address));

test.each([
  ['another server', 'https://evil.example/landing?contentid=7'],
  ['a server that begins like ours', 'https://help.example.com.evil.example/landing'],
  ['a user name that looks like ours', 'https://help.example.com@evil.example/landing'],
  ['a user name at ours', 'https://evil@help.example.com/landing'],
  ['another port', 'https://help.example.com:8443/landing'],
  ['no encryption', 'http://help.example.com/landing'],
  ['another scheme', 'com.example.lastrica://open/landing'],
  ['another host of the scheme', 'com.example.earth://evil/landing'],
  ['a script', 'javascript:alert(1)//open/landing'],
  ['a file', 'file:///landing'],
  ['a page of signed-in people', 'https://help.example.com/settings/keys'],
  ['no page of the app', 'https://help.example.com/storage/1'],
  ['an address of another origin', 'com.example.earth://open//evil.example/landing'],
  ['a way out of the list', 'com.example.earth://open/content-detail/../settings'],
  ['an encoded way out of the list', 'com.example.earth://open/content-detail/%2e%2e/settings'],
  ['a way out by backslashes', String.raw`com.example.earth://open/\evil.example/landing`],
  ['a sign-in by the address of the server', `https://help.example.com/${signOn}`],
  ['a sign-in by another scheme', `com.example.lastrica://open/${signOn}`],
  ['a sign-in that a page has started', `com.example.earth://open/login/#signOn=${'t'.repeat(43)}`],
  ['a sign-in that leads elsewhere afterwards', `com.example.earth://open/${signOn.replace('#', '?to=/settings#')}`],
  ['a sign-in with more in its fragment', `com.example.earth://open/${signOn}&email=luca%40demo.example`],
  ['the sign-in', 'com.example.earth://open/login/'],
  ['no link', 'landing'],
])('%s is not followed', (_, link) => expect(addressOfLink(link, owner)).toBeNull());

test('without a chosen server and without a scheme nothing is followed', () => {
  const nobody = { server: null, scheme: null };
  for (const link of ['https://help.example.com/landing', '://open/landing', 'null/landing'])
    expect(addressOfLink(link, nobody)).toBeNull();
});

test('the links that open the app are reported, the one that started it too; hostile ones are not', () => {
  const shell = standInShell({ App: {} });
  shell.emitRetained('App', 'appUrlOpen', { url: 'https://help.example.com/landing?contentid=7' });
  const opened: string[] = [];
  followAppLinks(
    () => owner,
    (address) => opened.push(address),
  );
  shell.emit('App', 'appUrlOpen', { url: 'https://evil.example/landing' });
  shell.emit('App', 'appUrlOpen', { url: 'https://help.example.com/ar' });
  expect(opened).toEqual(['/landing?contentid=7', '/ar']);
});

test('a browser has no such links; a shell without the plugin says so', () => {
  expect(() => followAppLinks(() => owner, vi.fn())).not.toThrow();
  standInShell({});
  expect(() => followAppLinks(() => owner, vi.fn())).toThrow(expect.objectContaining({ plugin: 'App' }));
});
