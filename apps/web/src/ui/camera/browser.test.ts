import { expect, test } from 'vitest';
import { stepsFor } from './browser';

const mobile = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    'Chrome on Android',
    `Mozilla/5.0 (Linux; Android 14) ${mobile} Chrome/156.0 Mobile Safari/537.36`,
    true,
    'browserChromeAndroid',
  ],
  ['Chrome on a desk', `Mozilla/5.0 (X11; Linux x86_64) ${mobile} Chrome/156.0 Safari/537.36`, false, 'browserChrome'],
  [
    'Safari on an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile Safari/604.1',
    true,
    'browserSafariIos',
  ],
  [
    'Chrome on an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) CriOS/156.0 Mobile Safari/604.1',
    true,
    'browserSafariIos',
  ],
  ['an iPad that says it is a Mac', 'Mozilla/5.0 (Macintosh) Version/18.0 Safari/605.1', true, 'browserSafariIos'],
  ['Safari on a Mac', 'Mozilla/5.0 (Macintosh) Version/18.0 Safari/605.1', false, 'browserSafari'],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', false, 'browserFirefox'],
  ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:150.0) Firefox/150.0', true, 'browserFirefoxAndroid'],
  ['any other', 'Something/1.0', false, 'browserOther'],
])('%s gets its own steps', (_, userAgent, isTouch, browser) => {
  expect(stepsFor(userAgent, isTouch).browser).toBe(browser);
});
