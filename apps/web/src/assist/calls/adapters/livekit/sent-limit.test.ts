import { expect, test } from 'vitest';
import { isLimitedByLink } from './sent-limit';

const size = (qualityLimitationReason: string | undefined, change: object = {}) =>
  ({ type: 'outbound-rtp', kind: 'video', active: true, qualityLimitationReason, ...change }) as unknown as RTCStats;

test('a picture is limited by the link if the browser says so of a size that it sends', () => {
  expect(isLimitedByLink([size('none'), size('bandwidth')])).toBe(true);
  expect(isLimitedByLink([size('none'), size('none')])).toBe(false);
  expect(isLimitedByLink([])).toBe(false);
});

test('a slow device, a browser that does not say, a size that nobody receives, and sound are no limits of the link', () => {
  expect(isLimitedByLink([size('cpu'), size(undefined)])).toBe(false);
  expect(isLimitedByLink([size('bandwidth', { active: false })])).toBe(false);
  expect(isLimitedByLink([size('bandwidth', { kind: 'audio' }), size('bandwidth', { type: 'inbound-rtp' })])).toBe(
    false,
  );
});
