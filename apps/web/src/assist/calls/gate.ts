import type { Facing } from '@earth/calls';
import type { CameraGate } from './adapters/media';

/** The state of the question for the camera, before a call. */
export type GateState =
  | { readonly type: 'away' }
  /** The card explains what the camera is for. */
  | { readonly type: 'explaining' }
  /** The browser asks. */
  | { readonly type: 'asking' }
  /** The camera is blocked: the card shows how to allow it, and how to go on without it. */
  | { readonly type: 'refused' };

export interface Gate {
  getState(): GateState;
  /** An action waits for the permission, or for the user. */
  isPassing(): boolean;
  subscribe(listener: () => void): () => void;
  /** Runs `go` at once if the camera is allowed, otherwise after the user has decided. */
  pass(go: () => void): Promise<void>;
  /** Makes the browser ask. */
  allow(): Promise<void>;
  /** Goes on without a picture, and does not ask again on this page. */
  goWithSoundOnly(): void;
  /** The user cancels the call. */
  cancel(): void;
}

/** Asks for the permission for the camera when it is first needed, after explaining why. */
export function createGate(camera: CameraGate, facing: Facing): Gate {
  let state: GateState = { type: 'away' };
  let wish: (() => void) | null = null;
  let isSoundOnly = false;
  const listeners = new Set<() => void>();

  const show = (next: GateState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  const goOn = () => {
    const go = wish;
    wish = null;
    show({ type: 'away' });
    go?.();
  };

  return {
    getState: () => state,
    isPassing: () => wish !== null,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async pass(go) {
      wish = go;
      const permission = await camera.permission();
      if (wish !== go) return;
      if (permission === 'granted' || isSoundOnly || !(await camera.hasCamera())) goOn();
      else show({ type: permission === 'denied' ? 'refused' : 'explaining' });
    },
    async allow() {
      const go = wish;
      show({ type: 'asking' });
      const { cameraProblem } = await camera.prepare(facing);
      if (wish !== go) camera.release();
      else if (cameraProblem === 'refused') show({ type: 'refused' });
      else goOn();
    },
    goWithSoundOnly() {
      isSoundOnly = true;
      goOn();
    },
    cancel() {
      wish = null;
      camera.release();
      show({ type: 'away' });
    },
  };
}
