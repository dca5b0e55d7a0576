import type { CameraText } from './texts';

/** The browsers that differ in how the camera is allowed again. */
export interface BrowserSteps {
  readonly browser: CameraText;
  readonly steps: readonly CameraText[];
}

const guides = {
  firefoxAndroid: {
    browser: 'browserFirefoxAndroid',
    steps: ['firefoxAndroid1', 'firefoxAndroid2', 'firefoxAndroid3'],
  },
  firefox: { browser: 'browserFirefox', steps: ['firefox1', 'firefox2', 'firefox3'] },
  chromeAndroid: { browser: 'browserChromeAndroid', steps: ['chromeAndroid1', 'chromeAndroid2', 'chromeAndroid3'] },
  chrome: { browser: 'browserChrome', steps: ['chrome1', 'chrome2', 'chrome3'] },
  safariIos: { browser: 'browserSafariIos', steps: ['safariIos1', 'safariIos2', 'safariIos3'] },
  safari: { browser: 'browserSafari', steps: ['safari1', 'safari2', 'safari3'] },
  other: { browser: 'browserOther', steps: ['other1', 'other2', 'other3'] },
} as const satisfies Readonly<Record<string, BrowserSteps>>;

/**
 * Selects the steps by `userAgent`. The order matters: Chrome contains «Safari» too, and on iPhone and iPad every browser is
 * based on Safari.
 */
export function stepsFor(userAgent: string, isTouch: boolean): BrowserSteps {
  const says = (word: string) => userAgent.includes(word);
  // An iPad identifies itself as a Macintosh, to get desktop pages, but no Macintosh has a touch screen.
  if (says('iPhone') || says('iPad') || (says('Macintosh') && isTouch)) return guides.safariIos;
  if (says('Firefox')) return says('Android') ? guides.firefoxAndroid : guides.firefox;
  if (says('Chrome')) return says('Android') ? guides.chromeAndroid : guides.chrome;
  return says('Safari') ? guides.safari : guides.other;
}
