import type { MediaProblem } from '@earth/calls';
import { expect, test, vi } from 'vitest';
import type { CameraGate } from './adapters/media';
import { createGate } from './gate';

interface Scene {
  readonly permission?: PermissionState;
  readonly hasCamera?: boolean;
  readonly answer?: MediaProblem | null;
}

function createScene({ permission = 'prompt', hasCamera = true, answer = null }: Scene = {}) {
  const camera = {
    hasCamera: async () => hasCamera,
    permission: async () => permission,
    prepare: vi.fn<CameraGate['prepare']>(async () => ({
      audio: null,
      video: null,
      facing: 'environment' as const,
      canFlip: false,
      cameraProblem: answer,
      microphoneProblem: null,
    })),
    release: vi.fn<() => void>(),
  };
  const gate = createGate(camera, 'environment');
  return { gate, camera, go: vi.fn<() => void>() };
}

test('who has allowed the camera before goes through at once', async () => {
  const { gate, camera, go } = createScene({ permission: 'granted' });

  await gate.pass(go);

  expect(go).toHaveBeenCalledOnce();
  expect(camera.prepare).not.toHaveBeenCalled();
});

test('who was never asked reads why first, and calls after saying yes', async () => {
  const { gate, camera, go } = createScene();

  await gate.pass(go);
  expect([gate.getState().type, go.mock.calls.length]).toEqual(['explaining', 0]);
  await gate.allow();

  expect(camera.prepare).toHaveBeenCalledWith('environment');
  expect([gate.getState().type, go.mock.calls.length]).toEqual(['away', 1]);
});

test('who says no is told how to say yes, and can go on with sound only, for good', async () => {
  const { gate, go } = createScene({ answer: 'refused' });

  await gate.pass(go);
  await gate.allow();
  expect(gate.getState().type).toBe('refused');
  gate.goWithSoundOnly();
  expect(go).toHaveBeenCalledOnce();
  await gate.pass(go);

  expect(go).toHaveBeenCalledTimes(2);
});

test('a blocked camera shows the steps without asking in vain', async () => {
  const { gate, camera, go } = createScene({ permission: 'denied' });

  await gate.pass(go);

  expect(gate.getState().type).toBe('refused');
  expect(camera.prepare).not.toHaveBeenCalled();
});

test('a machine without a camera calls all the same', async () => {
  const { gate, go } = createScene({ hasCamera: false });

  await gate.pass(go);

  expect(go).toHaveBeenCalledOnce();
});

test('a call that is given up is not made, and the camera is let go', async () => {
  const { gate, camera, go } = createScene();

  await gate.pass(go);
  const answer = gate.allow();
  gate.cancel();
  await answer;

  expect(go).not.toHaveBeenCalled();
  expect(camera.release).toHaveBeenCalled();
  expect(gate.getState().type).toBe('away');
});
