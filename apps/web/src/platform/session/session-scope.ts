/**
 * Session scope: owns everything that belongs to one session, so that nothing of one user reaches the next. Made for each identity
 * of the page (a visitor is one too) and disposed with it: `docs/decisions/0105-session-scope.md`.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SessionState } from './session';

export interface SessionScope {
  /** Differs between the scopes of a page. */
  readonly id: number;
  /** Aborts when the scope is disposed: work that is under way must then neither store nor send anything. */
  readonly signal: AbortSignal;
  /** The one value that this factory makes in this scope. Made at its first use. */
  get<Value>(create: (scope: SessionScope) => Value): Value;
  /** Registers a disposer. They run in reverse order; in a disposed scope, at once. */
  onDispose(dispose: () => void): void;
  dispose(): void;
}

/** @param values made already, by their factories: tests give their own */
export function createSessionScope(id = 0, values = new Map<unknown, unknown>()): SessionScope {
  const disposers: (() => void)[] = [];
  const controller = new AbortController();
  const { signal } = controller;

  /** A disposer that fails does not prevent the others. */
  function runDisposers() {
    const dispose = disposers.pop();
    if (!dispose) return;
    try {
      dispose();
    } finally {
      runDisposers();
    }
  }

  const scope: SessionScope = {
    id,
    signal,
    get<Value>(create: (scope: SessionScope) => Value): Value {
      if (!values.has(create)) values.set(create, create(scope));
      return values.get(create) as Value;
    },
    onDispose(dispose) {
      if (signal.aborted) dispose();
      else disposers.push(dispose);
    },
    dispose() {
      controller.abort();
      runDisposers();
    },
  };
  return scope;
}

const idOf = (state: SessionState) => ('profile' in state ? state.profile.uniqueId : null);

/**
 * The scope of the present identity: replaced as soon as a state follows the end of a session, or names another user. The first
 * identity after the start uses the scope of the start, so that nothing is fetched twice.
 */
export function createScopeStore(session: StoreApi<SessionState>): StoreApi<SessionScope> {
  const store = createStore<SessionScope>(() => createSessionScope());
  session.subscribe((state, former) => {
    const isAnother = former.status !== 'starting' && idOf(state) !== idOf(former);
    const scope = store.getState();
    if (!isAnother && !scope.signal.aborted) return;
    scope.dispose();
    store.setState(createSessionScope(scope.id + 1), true);
  });
  return store;
}
