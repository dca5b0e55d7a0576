/**
 * The contract of the bridges with the native side, over Capacitor's own bridge and its messages: what each asks, and what it does if the
 * plugin is missing, fails or is silent (A1.14).
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type NativeMethod,
  type NativePlugin,
  NativeRejection,
  shellFiles,
  silent,
  standInShell,
} from '../../testing/shell';
import * as reading from '../data-url';
import { logEvent, logScreen, turnAnalytics } from './analytics';
import { startNativeScenes, startNativeVisit } from './ar-recognition';
import { setBackgroundWork } from './background-work';
import { scanBeacons } from './beacons';
import { checkImageQuality } from './image-quality';
import { readStatus } from './network';
import { requestCardNonce } from './card-payment';
import { openFile } from './open-file';
import { readCameraRanges, setCameraValue } from './camera-settings';
import { lockOrientation } from './orientation';
import { checkPermission, openDeviceSettings, requestPermission } from './permissions';
import { setProximity } from './proximity';
import { deleteDeviceKey, readDeviceKey, signComponents } from './request-signing';
import { requestTokenPermission, requestTokens, tokenPermission } from './push-tokens';
import { shareLink } from './share';
import { exitApp, minimizeApp } from './shell-app';
import { openInSystemBrowser } from './system-browser';
import { connectOnTelephone, listenToTelephone, readAudioRoutes, ringOnTelephone, setAudioRoute } from './telephone';

interface Contract {
  readonly name: string;
  readonly plugin: string;
  /** The method that is made to fail. */
  readonly method: string;
  readonly plugins: () => Readonly<Record<string, NativePlugin>>;
  readonly ask: () => Promise<unknown>;
  readonly gives: unknown;
  /** What the failure of the plugin is turned into, if not into an error. */
  readonly failed?: unknown;
}

const frontCamera = { getSettings: () => ({ facingMode: 'user' }) } as unknown as MediaStreamTrack;
const done: NativeMethod = () => undefined;
const { signal } = new AbortController();
const cardPayment = { amount: 1900, currency: 'EUR', digits: 2, label: 'Minutes', methods: [], signal };
const call = { callId: '0190a000-0000-7000-8000-0000000000aa', name: 'Luca' };
const nativeDownload = { onProgress: () => undefined, signal: new AbortController().signal };
const beaconHandler = { onSeen: () => undefined, onFailed: () => undefined };

const contracts: readonly Contract[] = [
  {
    name: 'sharing',
    plugin: 'Share',
    method: 'canShare',
    plugins: () => ({ Share: { canShare: () => ({ value: true }), share: () => ({}) } }),
    ask: () => shareLink('The seal', 'https://earth.example'),
    gives: 'sheet',
    failed: 'failed',
  },
  {
    name: 'file opening',
    plugin: 'FileOpener',
    method: 'open',
    plugins: () => ({ Filesystem: shellFiles().Filesystem, FileOpener: { open: done } }),
    ask: async () => openFile('P-204.pdf', 'application/pdf').show(new Blob(['sheet'])),
    gives: 'shown',
  },
  {
    name: 'files for sharing and opening',
    plugin: 'Filesystem',
    method: 'rmdir',
    plugins: () => ({ Filesystem: shellFiles().Filesystem, FileOpener: { open: done } }),
    ask: async () => openFile('P-204.pdf', 'application/pdf').show(new Blob(['sheet'])),
    gives: 'shown',
    // There was no former file.
    failed: 'shown',
  },
  {
    name: 'notifications: the permission',
    plugin: 'PushNotifications',
    method: 'checkPermissions',
    plugins: () => ({ PushNotifications: { checkPermissions: () => ({ receive: 'prompt-with-rationale' }) } }),
    ask: tokenPermission,
    gives: 'default',
  },
  {
    name: 'notifications: the question',
    plugin: 'PushNotifications',
    method: 'checkPermissions',
    plugins: () => ({
      PushNotifications: {
        checkPermissions: () => ({ receive: 'prompt' }),
        requestPermissions: () => ({ receive: 'granted' }),
      },
    }),
    ask: requestTokenPermission,
    gives: 'granted',
  },
  {
    name: 'notifications: the tokens',
    plugin: 'PushNotifications',
    method: 'register',
    plugins: () => ({ PushNotifications: { register: done } }),
    ask: () => requestTokens({ onToken: () => undefined, onError: () => undefined }),
    gives: undefined,
  },
  {
    name: 'permissions: the state',
    plugin: 'Permissions',
    method: 'check',
    plugins: () => ({ Permissions: { check: () => ({ state: 'prompt-with-rationale' }) } }),
    ask: () => checkPermission('camera'),
    gives: 'prompt',
  },
  {
    name: 'permissions: the question',
    plugin: 'Permissions',
    method: 'check',
    plugins: () => ({ Permissions: { check: () => ({ state: 'prompt' }), request: () => ({ state: 'granted' }) } }),
    ask: () => requestPermission('microphone'),
    gives: 'granted',
  },
  {
    name: 'permissions: storage',
    plugin: 'Filesystem',
    method: 'checkPermissions',
    plugins: () => ({
      Filesystem: {
        checkPermissions: () => ({ publicStorage: 'prompt' }),
        requestPermissions: () => ({ publicStorage: 'denied' }),
      },
    }),
    ask: () => requestPermission('storage'),
    gives: 'denied',
  },
  {
    name: 'permissions: the settings',
    plugin: 'Permissions',
    method: 'openSettings',
    plugins: () => ({ Permissions: { openSettings: done } }),
    ask: () => openDeviceSettings('app'),
    gives: undefined,
  },
  {
    name: 'the end of the app',
    plugin: 'App',
    method: 'exitApp',
    plugins: () => ({ App: { exitApp: done } }),
    ask: exitApp,
    gives: undefined,
  },
  {
    name: 'the app in the background',
    plugin: 'App',
    method: 'minimizeApp',
    plugins: () => ({ App: { minimizeApp: done } }),
    ask: minimizeApp,
    gives: undefined,
  },
  {
    name: 'orientation lock',
    plugin: 'ScreenOrientation',
    method: 'lock',
    plugins: () => ({
      ScreenOrientation: { orientation: () => ({ type: 'portrait-primary' }), lock: done, unlock: done },
    }),
    ask: async () => (await lockOrientation())(),
    gives: undefined,
  },
  {
    name: 'network',
    plugin: 'Network',
    method: 'getStatus',
    plugins: () => ({ Network: { getStatus: () => ({ connected: true, connectionType: 'cellular' }) } }),
    ask: readStatus,
    gives: { connected: true, connectionType: 'cellular' },
  },
  {
    name: 'camera settings: the ranges',
    plugin: 'CameraSettings',
    method: 'getRanges',
    plugins: () => ({ CameraSettings: { getRanges: () => ({ ranges: [] }) } }),
    ask: () => readCameraRanges(frontCamera),
    gives: [],
  },
  {
    name: 'camera settings: a value',
    plugin: 'CameraSettings',
    method: 'set',
    plugins: () => ({ CameraSettings: { set: done } }),
    ask: () => setCameraValue(frontCamera, 'iso', 200),
    gives: undefined,
  },
  {
    name: 'proximity sensor: on',
    plugin: 'Proximity',
    method: 'enable',
    plugins: () => ({ Proximity: { enable: done } }),
    ask: () => setProximity(true),
    gives: undefined,
  },
  {
    name: 'proximity sensor: off',
    plugin: 'Proximity',
    method: 'disable',
    plugins: () => ({ Proximity: { disable: done } }),
    ask: () => setProximity(false),
    gives: undefined,
  },
  {
    name: 'background work: its begin',
    plugin: 'BackgroundWork',
    method: 'begin',
    plugins: () => ({ BackgroundWork: { begin: done } }),
    ask: () => setBackgroundWork(true),
    gives: undefined,
  },
  {
    name: 'card payment nonce',
    plugin: 'CardPayment',
    method: 'prepare',
    plugins: () => ({
      CardPayment: {
        prepare: done,
        requestNonce: ({ amount, currency, digits, label }) => ({
          nonce: `${String(amount)} ${String(currency)} ${String(digits)} ${String(label)}`,
        }),
      },
    }),
    ask: () => requestCardNonce(cardPayment),
    gives: '1900 EUR 2 Minutes',
  },
  {
    name: 'card payment nonce: cancelled',
    plugin: 'CardPayment',
    method: 'prepare',
    plugins: () => ({ CardPayment: { prepare: done, requestNonce: () => ({ nonce: null }) } }),
    ask: () => requestCardNonce(cardPayment),
    gives: null,
  },
  {
    name: 'request signing: the key',
    plugin: 'RequestSigning',
    method: 'getPublicKey',
    plugins: () => ({ RequestSigning: { getPublicKey: () => ({ publicKey: 'BPoint' }) } }),
    ask: readDeviceKey,
    gives: 'BPoint',
  },
  {
    name: 'request signing: a signature',
    plugin: 'RequestSigning',
    method: 'sign',
    plugins: () => ({ RequestSigning: { sign: ({ data }) => ({ signature: btoa(String(data)) }) } }),
    ask: () => signComponents([['@method', 'GET']], 'BPoint', new Date(1000)),
    gives: {
      input: 'sig=("@method");created=1;keyid="BPoint";alg="ecdsa-p256-sha256"',
      signature: `sig=:${btoa('"@method": GET\n"@signature-params": ("@method");created=1;keyid="BPoint";alg="ecdsa-p256-sha256"')}:`,
    },
  },
  {
    name: 'request signing: the end of a key',
    plugin: 'RequestSigning',
    method: 'deleteKey',
    plugins: () => ({ RequestSigning: { deleteKey: done } }),
    ask: deleteDeviceKey,
    gives: undefined,
  },
  {
    name: 'telephone: a ring',
    plugin: 'Telephone',
    method: 'ring',
    plugins: () => ({ Telephone: { ring: done } }),
    ask: () => ringOnTelephone({ ...call, ringsUntil: '2026-11-20T10:00:30.000Z', ringsForMs: 30_000 }),
    gives: undefined,
  },
  {
    name: 'telephone: a call',
    plugin: 'Telephone',
    method: 'connect',
    plugins: () => ({ Telephone: { connect: done } }),
    ask: () => connectOnTelephone(call),
    gives: undefined,
  },
  {
    name: 'telephone: where sound can go',
    plugin: 'Telephone',
    method: 'getRoutes',
    plugins: () => ({ Telephone: { getRoutes: () => ({ routes: ['earpiece', 'speaker'], chosen: 'speaker' }) } }),
    ask: readAudioRoutes,
    gives: { routes: ['earpiece', 'speaker'], chosen: 'speaker' },
  },
  {
    name: 'telephone: where sound goes',
    plugin: 'Telephone',
    method: 'setRoute',
    plugins: () => ({ Telephone: { setRoute: done } }),
    ask: () => setAudioRoute('earpiece'),
    gives: undefined,
  },
  {
    name: 'the browser of the system',
    plugin: 'SystemBrowser',
    method: 'open',
    plugins: () => ({ SystemBrowser: { open: done } }),
    ask: () => openInSystemBrowser('https://login.example', 'com.example.earth'),
    gives: undefined,
  },
  {
    name: 'beacons: the scan',
    plugin: 'Beacons',
    method: 'start',
    plugins: () => ({ Beacons: { start: done, stop: done } }),
    ask: async () => (await scanBeacons(new Set(['f7826da6']), beaconHandler))(),
    gives: undefined,
  },
  {
    name: 'beacons: the end of the scan',
    plugin: 'Beacons',
    method: 'stop',
    plugins: () => ({ Beacons: { start: done, stop: done } }),
    ask: async () => (await scanBeacons(new Set(['f7826da6']), beaconHandler))(),
    gives: undefined,
  },
  {
    name: 'analytics: on',
    plugin: 'FirebaseAnalytics',
    method: 'setEnabled',
    plugins: () => ({ FirebaseAnalytics: { setEnabled: done } }),
    ask: () => turnAnalytics(true),
    gives: undefined,
  },
  {
    name: 'analytics: off',
    plugin: 'FirebaseAnalytics',
    method: 'resetAnalyticsData',
    plugins: () => ({ FirebaseAnalytics: { setEnabled: done, resetAnalyticsData: done } }),
    ask: () => turnAnalytics(false),
    gives: undefined,
  },
  {
    name: 'analytics: a screen',
    plugin: 'FirebaseAnalytics',
    method: 'setCurrentScreen',
    plugins: () => ({ FirebaseAnalytics: { setCurrentScreen: done } }),
    ask: () => logScreen('Main'),
    gives: undefined,
  },
  {
    name: 'analytics: an event',
    plugin: 'FirebaseAnalytics',
    method: 'logEvent',
    plugins: () => ({ FirebaseAnalytics: { logEvent: done } }),
    ask: () => logEvent('content_view', { ContentId: '7' }),
    gives: undefined,
  },
  ...(['downloadModel', 'startDiscover'] as const).map((method) => ({
    name: `AR recognition: ${method}`,
    plugin: 'ArRecognition',
    method,
    plugins: () => ({ ArRecognition: { downloadModel: done, startDiscover: done } }),
    ask: () => startNativeVisit({ externalId: 'model-1', color: '#29c885' }, nativeDownload),
    gives: undefined,
  })),
  ...(['downloadMarkers', 'startScenes'] as const).map((method) => ({
    name: `AR recognition: ${method}`,
    plugin: 'ArRecognition',
    method,
    plugins: () => ({ ArRecognition: { downloadMarkers: done, startScenes: done } }),
    ask: () => startNativeScenes({ sceneId: null, companyId: null }, nativeDownload),
    gives: undefined,
  })),
  {
    name: 'image quality',
    plugin: 'ImageQuality',
    method: 'check',
    plugins: () => ({ ImageQuality: { check: () => ({ quality: 0 }) } }),
    ask: () => checkImageQuality(new Blob(['jpeg']), 130),
    gives: 0,
  },
];

beforeEach(() => {
  vi.useFakeTimers();
  // The environment reads files by timers.
  vi.spyOn(reading, 'readAsDataUrl').mockResolvedValue('data:;base64,');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Compares some of an error's properties. */
const errorLike = (some: object): unknown => expect.objectContaining(some);

/** What it gives, or the error. */
const outcome = (asking: Promise<unknown>) => asking.catch((error: unknown) => error);

describe.each(['android', 'ios'] as const)('on %s', (platform) => {
  /** With the method replaced. */
  function standIn({ plugins, plugin, method }: Contract, replaced: NativeMethod) {
    const given = plugins();
    const { Telephone = { register: done } } = given;
    return standInShell({ Telephone, ...given, [plugin]: { ...given[plugin], [method]: replaced } }, platform);
  }

  test.each(contracts)('$name: the plugin’s answer', async ({ plugins, ask, gives }) => {
    standInShell({ Telephone: { register: done }, ...plugins() }, platform);
    expect(await ask()).toEqual(gives);
  });

  test.each(contracts)(
    'A1.14: $name: without the plugin, a plugin-not-found error',
    async ({ plugins, plugin, ask }) => {
      const { [plugin]: _, ...others } = plugins();
      standInShell(others, platform);
      expect(await outcome(ask())).toMatchObject({ name: 'PluginNotFoundError', plugin });
    },
  );

  test.each(contracts)('$name: a plugin that fails says why', async (contract) => {
    standIn(contract, () => {
      throw new NativeRejection('the device refuses', 'UNAVAILABLE');
    });
    const { plugin, failed } = contract;
    const error = { name: 'PluginError', plugin, message: 'the device refuses', code: 'UNAVAILABLE' };
    expect(await outcome(contract.ask())).toEqual(failed ?? errorLike(error));
  });

  test('telephone: what the user did before there was a page is told as soon as it listens', () => {
    const shell = standInShell({ Telephone: {} }, platform);
    shell.emitRetained('Telephone', 'answered', { callId: 'one' });
    shell.emitRetained('Telephone', 'declined', { callId: 'two' });
    const told: string[] = [];
    const stop = listenToTelephone({
      onAnswered: (id) => told.push(`answered ${id}`),
      onDeclined: (id) => told.push(`declined ${id}`),
      onEnded: (id) => told.push(`ended ${id}`),
      onMuted: (id, isMuted) => told.push(`muted ${id} ${isMuted}`),
    });
    shell.emit('Telephone', 'ended', { callId: 'three' });
    shell.emit('Telephone', 'muted', { callId: 'three', isMuted: true });
    expect(told).toEqual(['answered one', 'declined two', 'ended three', 'muted three true']);
    stop();
  });

  test.each(contracts)('$name: a plugin that is silent for 20 s, and not a moment less', async (contract) => {
    standIn(contract, silent);
    const settled = vi.fn<(given: unknown) => void>();
    void outcome(contract.ask()).then(settled);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled.mock.lastCall?.[0]).toMatchObject({ name: 'PluginSilentError', plugin: contract.plugin });
  });
});

test('the fake native side is Capacitor’s: headers, errors with a code, listeners with repeated results, retained events', async () => {
  const shell = standInShell({ App: { getState: () => ({ isActive: true }) } });
  const { Capacitor } = globalThis as unknown as {
    Capacitor: {
      PluginHeaders: unknown;
      isPluginAvailable(name: string): boolean;
      Plugins: {
        App: {
          getState(): Promise<unknown>;
          addListener(event: string, take: (given: unknown) => void): { remove(): Promise<void> };
        };
      };
    };
  };
  const { App } = Capacitor.Plugins;
  expect(Capacitor.PluginHeaders).toEqual([
    {
      name: 'App',
      methods: [{ name: 'addListener' }, { name: 'removeListener' }, { name: 'getState', rtype: 'promise' }],
    },
  ]);
  expect([Capacitor.isPluginAvailable('App'), Capacitor.isPluginAvailable('Share')]).toEqual([true, false]);
  expect(await App.getState()).toEqual({ isActive: true });

  shell.emitRetained('App', 'appUrlOpen', { url: 'one' });
  const taken: unknown[] = [];
  const listener = App.addListener('appUrlOpen', (given) => taken.push(given));
  shell.emit('App', 'appUrlOpen', { url: 'two' });
  shell.emit('App', 'appUrlOpen', { url: 'three' });
  expect(taken).toEqual([{ url: 'one' }, { url: 'two' }, { url: 'three' }]);
  await listener.remove();
  shell.emit('App', 'appUrlOpen', { url: 'four' });
  expect([taken.length, shell.listeners('App', 'appUrlOpen')]).toEqual([3, 0]);
  expect(shell.calls).toEqual(['App.getState', 'App.addListener appUrlOpen', 'App.removeListener appUrlOpen']);
});
