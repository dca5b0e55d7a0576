import { Group, Scene } from 'three';
import { expect, test, vi } from 'vitest';
import type { ModelView } from './model-view';
import { startRoom } from './room-session';

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A device with a floor, and a view that draws nothing. `steps` has what was done to the view, in order. */
function createRoom() {
  const steps: string[] = [];
  const session = Object.assign(new EventTarget(), {
    requestReferenceSpace: async () => new EventTarget(),
    requestHitTestSource: async () => ({ cancel: () => undefined }),
    end: vi.fn<() => Promise<void>>(async () => void session.dispatchEvent(new Event('end'))),
  });
  const renderer = {
    setAnimationLoop: () => steps.push('loop'),
    xr: {
      enabled: false,
      setReferenceSpaceType: () => undefined,
      setSession: async (own: EventTarget) => own.addEventListener('end', () => steps.push('size')),
    },
  };
  const view = {
    renderer,
    scene: new Scene(),
    stand: new Group(),
    isDisposed: false,
    resume: () => steps.push('resume'),
  };
  let allow: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    allow = resolve;
  });
  const xr = { requestSession: () => asked.then(() => session) } as unknown as XRSystem;
  const overlay = document.createElement('div');
  const start = () =>
    startRoom(xr, view as unknown as ModelView, { overlay, onState: () => undefined, onEnd: () => steps.push('end') });
  return { steps, session, view, renderer, start, allow: () => allow() };
}

test('after a session the turntable is drawn again when three.js has restored the size of the canvas', async () => {
  const { steps, view, start, allow } = createRoom();
  allow();
  const leave = await start();
  expect(view.stand.visible).toBe(false);
  leave();
  await settled();
  expect(steps).toEqual(['loop', 'end', 'size', 'resume']);
  expect(view.stand.visible).toBe(true);
});

test('a viewer that is closed while the browser asks for the camera ends the session, and nothing is drawn', async () => {
  const { steps, session, view, start, allow } = createRoom();
  const starting = start();
  view.isDisposed = true;
  allow();
  await expect(starting).rejects.toThrow('closed');
  expect([steps, session.end.mock.calls.length]).toEqual([[], 1]);
});

test('a viewer that is closed while the session starts ends it', async () => {
  const { session, view, renderer, start, allow } = createRoom();
  renderer.xr.setSession = async () => {
    view.isDisposed = true;
  };
  allow();
  await expect(start()).rejects.toThrow('closed');
  expect(session.end).toHaveBeenCalledOnce();
});
