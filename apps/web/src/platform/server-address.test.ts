import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { standInShell } from '../testing/shell';
import { appScheme, atServer, isServerChosen, linkTo, pathAtServer, serverOrigin, storeServer } from './server-address';
import { createLocalStore } from './storage/local-store';

const SERVER = 'https://help.example.com';
const named = (name: string, content: string) => `<meta name="${name}" content="${content}">`;

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.innerHTML = '';
});

test('in a browser it is the page’s own, and addresses stay as they are', () => {
  // What is stored or in the page names no server there.
  document.head.innerHTML = named('earth-server', 'https://evil.example');
  storeServer('https://evil.example');
  expect(serverOrigin()).toBe(location.origin);
  expect(isServerChosen()).toBe(false);
  expect(appScheme()).toBeNull();
  for (const address of ['/config.json', `${location.origin}/pictures/1.webp`]) {
    expect(atServer(address)).toBe(address);
    expect(pathAtServer(address)).toBe(address);
  }
  expect(linkTo('/ar')).toBe(`${location.origin}/ar`);
});

test('in the mobile shell it is that of the build, whatever was chosen before', () => {
  document.head.innerHTML = named('earth-server', SERVER) + named('earth-scheme', 'com.example.earth');
  standInShell({});
  storeServer('https://other.example');
  expect([serverOrigin(), isServerChosen(), appScheme()]).toEqual([SERVER, false, 'com.example.earth']);
  expect(atServer('/config.json')).toBe(`${SERVER}/config.json`);
  expect(linkTo('/content-detail/7')).toBe(`${SERVER}/content-detail/7`);
});

test('in a build without a server it is the chosen one', () => {
  standInShell({});
  expect([serverOrigin(), isServerChosen()]).toEqual([null, true]);
  storeServer(SERVER);
  expect(serverOrigin()).toBe(SERVER);
});

test('completes paths only, and shortens addresses of the server only', () => {
  standInShell({});
  storeServer(SERVER);
  for (const address of ['https://maps.example/style.json', 'data:image/png;base64,AA', 'blob:x', ''])
    expect([atServer(address), pathAtServer(address)]).toEqual([address, address]);
  expect(pathAtServer(`${SERVER}/media/1/file.glb?s=2`)).toBe('/media/1/file.glb?s=2');
  expect(pathAtServer('https://help.example.com.evil.example/media/1')).toBe(
    'https://help.example.com.evil.example/media/1',
  );
});

test('signing out keeps the server: it is the device’s, not the user’s', () => {
  standInShell({});
  storeServer(SERVER);
  localStorage.setItem('profile', '{}');
  createLocalStore(localStorage).clear();
  expect([serverOrigin(), localStorage.getItem('profile')]).toEqual([SERVER, null]);
});
