import { afterEach, expect, test, vi } from 'vitest';
import { NativeRejection, standInShell } from '../../testing/shell';
import { logLines } from '../app-log';
import { checkPermission, requestPermission } from './permissions';
import { permittedDevices } from './permitted-devices';

const getUserMedia = vi.fn<(constraints: MediaStreamConstraints) => Promise<MediaStream>>();
const devices = { getUserMedia, enumerateDevices: async () => [] };

function browser(parts: object = {}) {
  vi.stubGlobal('navigator', { mediaDevices: devices, ...parts });
}

afterEach(() => {
  vi.unstubAllGlobals();
  getUserMedia.mockReset();
});

test('a browser says what is allowed, or that it does not say; it needs nothing to store a download', async () => {
  const query = vi.fn<(of: { name: string }) => Promise<object>>();
  query.mockImplementation(async ({ name }) => {
    if (name === 'microphone') throw new TypeError('not a permission');
    return Object.assign(new EventTarget(), { state: name === 'geolocation' ? 'denied' : 'prompt' });
  });
  browser({ permissions: { query } });
  const names = ['camera', 'microphone', 'location'] as const;
  expect(await Promise.all(names.map(checkPermission))).toEqual(['prompt', 'unknown', 'denied']);
  expect(await requestPermission('storage')).toBe('granted');
});

test('the camera of a browser is opened without another question', () => {
  browser();
  expect(permittedDevices()).toBe(devices);
  vi.stubGlobal('navigator', {});
  expect(permittedDevices()).toBeUndefined();
});

test.each([
  ['camera', { video: true }],
  ['microphone', { audio: true }],
  ['camera', { audio: true, video: true }],
] as const)('A1.13: the shell asks for the %s before it is opened; refused, it is not opened', async (name, wanted) => {
  browser();
  let state = 'denied';
  const shell = standInShell({
    Permissions: {
      check: () => ({ state: 'prompt' }),
      request: (asked) => ({ state: asked['name'] === name ? state : 'granted' }),
    },
  });
  await expect(permittedDevices()?.getUserMedia(wanted)).rejects.toMatchObject({ name: 'NotAllowedError' });
  expect(getUserMedia).not.toHaveBeenCalled();
  expect(shell.optionsOf('Permissions', 'request')).toContainEqual({ name });
  state = 'granted';
  await permittedDevices()?.getUserMedia(wanted);
  expect(getUserMedia).toHaveBeenCalledWith(wanted);
});

test('a user who has decided is not asked again', async () => {
  const shell = standInShell({ Permissions: { check: () => ({ state: 'denied' }) } });
  expect(await requestPermission('camera')).toBe('denied');
  expect(shell.calls).toEqual(['Permissions.check']);
});

test.each([
  ['missing', {}, 'PluginNotFoundError: Permissions: The app was built without Permissions'],
  [
    'broken',
    {
      Permissions: {
        check() {
          throw new NativeRejection('no activity');
        },
      },
    },
    'PluginError: Permissions: no activity',
  ],
])('with a plugin that is %s the camera opens, and the log says why', async (_, plugins, words) => {
  browser();
  standInShell(plugins);
  await permittedDevices()?.getUserMedia({ video: true });
  expect(getUserMedia).toHaveBeenCalledOnce();
  expect(logLines().at(-1)?.words).toBe(words);
});
