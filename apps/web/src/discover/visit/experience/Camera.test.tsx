import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CameraInUse } from '../../../shared/camera/use-live-camera';
import { setLanguage } from '../../../shared/i18n';
import { renderInScope } from '../../../testing/scope';
import type { Vision } from '../../vision';
import { Camera } from './Camera';

const visit = { points: [], seen: new Set(), selected: null, select: () => undefined } as unknown as Parameters<
  typeof Camera
>[0]['visit'];
const open = (track: EventTarget) =>
  ({ state: { type: 'open', track, torch: null, zoom: null, canChangeLens: false } }) as unknown as CameraInUse;
const interrupted = { state: { type: 'interrupted' } } as unknown as CameraInUse;

const camera = (live: CameraInUse) => (
  <Camera
    modelId="1"
    live={live}
    vision={{} as Vision}
    visit={visit}
    onList={() => undefined}
    onShare={() => undefined}
    onRead={() => undefined}
    onCrash={() => undefined}
  />
);

afterEach(() => vi.restoreAllMocks());

beforeEach(() => {
  setLanguage('en');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('MediaStream', EventTarget);
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  Object.assign(HTMLVideoElement.prototype, { requestVideoFrameCallback: () => 0, cancelVideoFrameCallback() {} });
});

test('a frozen picture is live again after another camera, or an interruption of its own', () => {
  const [one, other] = [new EventTarget(), new EventTarget()];
  const { rerender } = renderInScope(camera(open(one)));
  const freeze = () => fireEvent.click(screen.getByRole('button', { name: /^Freeze the picture/ }));
  const isFrozen = () => screen.queryByRole('button', { name: 'Continue' }) !== null;
  freeze();
  rerender(camera(open(one)));
  expect(isFrozen()).toBe(true);
  rerender(camera(open(other)));
  expect(isFrozen()).toBe(false);
  freeze();
  rerender(camera(interrupted));
  rerender(camera(open(other)));
  expect(isFrozen()).toBe(false);
});
