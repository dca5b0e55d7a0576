/** A person with a browser and a camera of their own. */
import { type Browser, type BrowserContextOptions, devices, type Page } from '@playwright/test';
import { filmFlags, makeFilm } from '../film';
import type { BrowserKind, BrowserPool } from './browser';
import { cast, type Role } from './cast';
import { reportOnline } from './firefox';
import { watchMedia } from './media';
import type { Device } from './netns';
import type { TestServer } from './server';

export interface PersonOptions {
  readonly device?: 'phone' | 'desktop';
  readonly language?: 'en' | 'it';
  readonly theme?: 'light' | 'dark';
  /**
   * `film`: their own film. Without a film: `slow`, five pictures a second and no microphone, for many people on one machine; `two`, a
   * front and a back camera. `refused`: the camera, not the microphone.
   */
  readonly camera?: 'film' | 'slow' | 'two' | 'refused' | 'missing';
  /** `shell` is used if it supports the camera option. `firefox`: on a desktop, with its own fake camera, and no other options. */
  readonly kind?: BrowserKind;
  /** A device in a network of its own. Default: they are on the server's machine. */
  readonly network?: Device;
  /** Takes certificates of no known authority, such as those of an identity provider on this machine. */
  readonly ignoresCertificates?: boolean;
  /** Other origins than the server's whose pages get the camera. */
  readonly origins?: readonly string[];
  /** `allow`: the app's own worker caches its pages, which costs a seventh of a test's time. */
  readonly serviceWorkers?: 'allow' | 'block';
}

export interface Person {
  readonly page: Page;
  readonly browser: Browser;
  readonly email: string;
  readonly name: string;
  readonly film: number;
  /** Resolves when the server has accepted the page's socket: from then on others can call. */
  readonly online: Promise<void>;
  /** Script errors and violations of the Content-Security-Policy; must be empty unless a test says otherwise. */
  readonly problems: string[];
}

const screens = {
  phone: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent: devices['Pixel 7'].userAgent,
  },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const satisfies Record<string, BrowserContextOptions>;

interface Camera {
  readonly flags: string[];
  readonly granted: string[];
  readonly kind: BrowserKind;
}

/** The shell only takes camera permission by a flag, which allows all cameras and always chooses the first. */
async function cameraOf(role: Role, { camera = 'film', kind = 'whole' }: PersonOptions): Promise<Camera> {
  if (kind === 'firefox') return { flags: [], granted: [], kind };
  const granted = ['camera', 'microphone'];
  const given = kind === 'shell' ? ['--use-fake-ui-for-media-stream'] : [];
  switch (camera) {
    case 'film':
      return { flags: [...filmFlags(await makeFilm(cast[role].film)), ...given], granted, kind };
    case 'missing':
      return { flags: ['--use-fake-device-for-media-stream=device-count=0', ...given], granted, kind };
    case 'slow':
      return { flags: ['--use-fake-device-for-media-stream=fps=5', ...given], granted, kind };
    case 'two':
      return { flags: ['--use-fake-device-for-media-stream=fps=30,device-count=3'], granted, kind: 'whole' };
    case 'refused':
      return { flags: ['--use-fake-device-for-media-stream=fps=30'], granted: ['microphone'], kind: 'whole' };
  }
}

/** Chromium's second fake camera is a depth camera (Y16), which calls cannot send and phones do not have. */
function hideDepthCamera() {
  const { mediaDevices } = navigator;
  const enumerate = mediaDevices.enumerateDevices.bind(mediaDevices);
  mediaDevices.enumerateDevices = async () => (await enumerate()).filter(({ label }) => label !== 'fake_device_1');
}

/** A third of what a page with seven voices costs is playing them. */
function hideMicrophone() {
  const { mediaDevices } = navigator;
  const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints) => {
    if (constraints?.audio) throw new DOMException('no microphone', 'NotFoundError');
    return getUserMedia(constraints);
  };
}

/** Without HTTPS, browsers give cameras and cryptography to pages of this machine only. */
function trustFlags(urls: readonly string[]): string[] {
  const others = urls.filter((url) => new URL(url).hostname !== 'localhost');
  return others.length === 0 ? [] : [`--unsafely-treat-insecure-origin-as-secure=${others.join(',')}`];
}

/** Opens a browser for a person: not signed in, no page loaded. */
export async function openBrowser(
  browsers: BrowserPool,
  server: TestServer,
  role: Role,
  options: PersonOptions = {},
): Promise<Person> {
  const { device = 'desktop', language = 'en', theme = 'light', serviceWorkers = 'allow' } = options;
  const { flags, granted, kind } = await cameraOf(role, options);
  const { network, origins = [] } = options;
  const allFlags = [...flags, ...trustFlags([server.url, ...origins])];
  const browser = network ? await network.openBrowser(allFlags) : await browsers.acquire(allFlags, kind);
  const context = await browser.newContext({
    ...screens[device],
    baseURL: server.url,
    locale: language === 'it' ? 'it-IT' : 'en-GB',
    colorScheme: theme,
    permissions: granted,
    serviceWorkers,
    ignoreHTTPSErrors: options.ignoresCertificates ?? false,
  });
  await context.addInitScript(watchMedia);
  if (options.camera === 'slow') await context.addInitScript(hideMicrophone);
  if (options.camera === 'two') await context.addInitScript(hideDepthCamera);
  const page = await context.newPage();
  let isOnline = () => {};
  const online = new Promise<void>((resolve) => {
    isOnline = resolve;
  });
  if (kind === 'firefox') await reportOnline(context, isOnline);
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"ready"')) isOnline();
    }),
  );
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`${error.name}: ${error.message}`));
  page.on('console', (message) => {
    if (/content.security.policy/i.test(message.text())) problems.push(message.text());
  });
  return { page, browser, online, problems, ...cast[role] };
}
