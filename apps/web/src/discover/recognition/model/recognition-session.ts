/** What the recognition screens share during a session: the last photograph and its results. Nothing of it is stored. */
import type { RecognitionMode } from '@earth/contracts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SessionScope } from '../../../platform/session/session-scope';
import type { CatalogueName } from './catalogue';
import type { Match } from './match';
import type { Photograph } from './photograph';

export interface ShownPhotograph extends Photograph {
  /** An object URL. */
  readonly url: string;
}

export interface Recognition {
  readonly catalogue: CatalogueName;
  readonly photograph: ShownPhotograph;
  readonly mode: RecognitionMode;
  readonly note: string;
  readonly matches: readonly Match[];
  /** Found by this device, without the server. */
  readonly isFromDevice: boolean;
}

interface Held {
  readonly photograph: ShownPhotograph | null;
  /** Of that photograph. */
  readonly result: Recognition | null;
  /** The mode that the user chose last. */
  readonly mode: RecognitionMode;
  /** The tutorial was shown in this session: it is not shown again when the user comes back from results. */
  readonly hasStarted: boolean;
  /** The catalogue that learns, of which the user agrees that it keeps the photographs. */
  readonly sharedWith: CatalogueName | null;
}

export class RecognitionSession {
  readonly store: StoreApi<Held> = createStore<Held>(() => ({
    photograph: null,
    result: null,
    mode: 0,
    hasStarted: false,
    sharedWith: null,
  }));

  /** Replaces the former one, and its results. */
  setPhotograph(photograph: Photograph): ShownPhotograph {
    this.#forgetPhotograph();
    const shown = { ...photograph, url: URL.createObjectURL(photograph.file) };
    this.store.setState({ photograph: shown, result: null });
    return shown;
  }

  readonly setResult = (result: Recognition) => this.store.setState({ result });
  readonly setMode = (mode: RecognitionMode) => this.store.setState({ mode });
  /** @param sharedWith null: the user does not agree, or has left the camera and its results */
  readonly setSharedWith = (sharedWith: CatalogueName | null) => this.store.setState({ sharedWith });
  readonly start = () => this.store.setState({ hasStarted: true });

  dispose() {
    this.#forgetPhotograph();
    this.store.setState({ photograph: null, result: null });
  }

  #forgetPhotograph() {
    const { photograph } = this.store.getState();
    if (photograph) URL.revokeObjectURL(photograph.url);
  }
}

export function createRecognitionSession(scope: SessionScope): RecognitionSession {
  const session = new RecognitionSession();
  scope.onDispose(() => session.dispose());
  return session;
}
