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

test('with permission the call goes on at once', async () => {
  const { gate, camera, go } = createScene({ permission: 'granted' });

  await gate.pass(go);

  expect(go).toHaveBeenCalledOnce();
  expect(camera.prepare).not.toHaveBeenCalled();
});

test('without an earlier answer the reason is explained first, and the call goes on after allowing', async () => {
  const { gate, camera, go } = createScene();

  await gate.pass(go);
  expect([gate.getState().type, go.mock.calls.length]).toEqual(['explaining', 0]);
  await gate.allow();

  expect(camera.prepare).toHaveBeenCalledWith('environment');
  expect([gate.getState().type, go.mock.calls.length]).toEqual(['away', 1]);
});

test('after a refusal the user sees how to allow the camera, and can go on with sound only, for good', async () => {
  const { gate, go } = createScene({ answer: 'refused' });

  await gate.pass(go);
  await gate.allow();
  expect(gate.getState().type).toBe('refused');
  gate.goWithSoundOnly();
  expect(go).toHaveBeenCalledOnce();
  await gate.pass(go);

  expect(go).toHaveBeenCalledTimes(2);
});

test('a blocked camera shows the steps without asking', async () => {
  const { gate, camera, go } = createScene({ permission: 'denied' });

  await gate.pass(go);

  expect(gate.getState().type).toBe('refused');
  expect(camera.prepare).not.toHaveBeenCalled();
});

test('without a camera the call goes on at once', async () => {
  const { gate, go } = createScene({ hasCamera: false });

  await gate.pass(go);

  expect(go).toHaveBeenCalledOnce();
});

test('a cancelled call is not made, and the camera is released', async () => {
  const { gate, camera, go } = createScene();

  await gate.pass(go);
  const answer = gate.allow();
  gate.cancel();
  await answer;

  expect(go).not.toHaveBeenCalled();
  expect(camera.release).toHaveBeenCalled();
  expect(gate.getState().type).toBe('away');
});
