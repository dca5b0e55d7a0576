/** Registration of the service worker in a page. A new worker waits until the user agrees to the update. */
import { createStore } from 'zustand/vanilla';
import { isInShell } from '../native/shell';

const SCRIPT = '/sw.js';
const RELOADED = 'workerIsGone';
const CHECK_INTERVAL_MS = 60 * 60_000;

/** The waiting build; `onServer`: a reload loads it; null: there is none. */
export const newVersion = createStore<{ readonly waiting: ServiceWorker | 'onServer' | null }>(() => ({
  waiting: null,
}));

/** Without a service worker a newer build is offered too. */
interface MaybeWorkers {
  readonly workers: ServiceWorkerContainer | undefined;
}

/** The parts of the browser that are used. */
export interface WorkerPorts {
  readonly workers: ServiceWorkerContainer;
  readonly fetch: typeof fetch;
  readonly reload: () => void;
  /** Session storage. */
  readonly memory: Pick<Storage, 'getItem' | 'setItem'>;
  /** Calls back with the addresses that the page has requested so far, of those under way when they are loaded. */
  readonly onLoaded: (listener: (addresses: readonly string[]) => void) => void;
  /**
   * Runs when the page becomes visible again.
   * @param everyMs minimum interval
   */
  readonly onSeen: (check: () => void, everyMs: number) => void;
}

/**
 * If the worker's script is gone from the server, the worker would never update: it is unregistered, and the page reloaded, once. A
 * server that does not answer is no reason.
 */
async function unregisterIfGone({ workers, fetch, reload, memory }: WorkerPorts) {
  const answer = await fetch(SCRIPT, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  const isGone = answer?.status === 404 || answer?.headers.get('content-type')?.startsWith('text/html');
  const registration = isGone && (await workers.getRegistration());
  if (!registration) return;
  await registration.unregister();
  if (memory.getItem(RELOADED)) return;
  memory.setItem(RELOADED, 'true');
  reload();
}

function offerWaiting(registration: ServiceWorkerRegistration, { workers }: WorkerPorts) {
  const offer = () => {
    // The first worker replaces none, so there is nothing to offer.
    if (registration.waiting && workers.controller) newVersion.setState({ waiting: registration.waiting });
  };
  offer();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer));
}

export async function startWorker(ports: WorkerPorts): Promise<void> {
  const { workers, onLoaded, onSeen } = ports;
  // Tells the first worker what was requested before it, so that it can cache that too.
  const report = () => onLoaded((seen) => workers.controller?.postMessage({ seen }));
  if (!workers.controller) workers.addEventListener('controllerchange', report, { once: true });
  try {
    const registration = await workers.register(SCRIPT);
    offerWaiting(registration, ports);
    onSeen(() => void registration.update().catch(() => undefined), CHECK_INTERVAL_MS);
    await registration.update();
  } catch {
    await unregisterIfGone(ports).catch(() => undefined);
  }
}

/**
 * Called when a part of this build failed to load: if the server no longer has the build, the newer one is offered.
 * @param file one whose name changes with each build
 */
export async function checkForNewBuild(
  { fetch, workers }: Pick<WorkerPorts, 'fetch'> & MaybeWorkers,
  file: string,
): Promise<void> {
  const answer = await fetch(file, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (answer?.status !== 404) return;
  newVersion.setState(({ waiting }) => ({ waiting: waiting ?? 'onServer' }));
  // Its worker takes over with the reload; otherwise the update would be offered again after it.
  const registration = await workers?.getRegistration();
  await registration?.update().catch(() => undefined);
}

/** Activates the waiting build and reloads this page; the user has agreed. */
export function activateNewVersion({ workers, reload }: Pick<WorkerPorts, 'reload'> & MaybeWorkers): void {
  const { waiting } = newVersion.getState();
  newVersion.setState({ waiting: null });
  // Another tab may have activated it already: this page is of the last build, and `controllerchange` will not fire again.
  if (waiting === null || waiting === 'onServer' || !workers || waiting.state !== 'installed') {
    reload();
    return;
  }
  workers.addEventListener('controllerchange', reload, { once: true });
  waiting.postMessage('takeOver', []);
}

/** The parts needed to find and load a newer build, with or without a worker. */
export const buildPorts = (
  workers: ServiceWorkerContainer | undefined,
): Pick<WorkerPorts, 'fetch' | 'reload'> & MaybeWorkers => ({
  workers,
  fetch: (url, init) => fetch(url, init),
  reload: () => location.reload(),
});

/** Null without a service worker: in the native shell, in an insecure page, for guests. */
export function pagePorts(isGuest: boolean): WorkerPorts | null {
  if (isGuest || isInShell() || !('serviceWorker' in navigator)) return null;
  return {
    ...buildPorts(navigator.serviceWorker),
    workers: navigator.serviceWorker,
    memory: sessionStorage,
    onLoaded(listener) {
      const now = performance.now();
      new PerformanceObserver((list) => {
        const early = list.getEntries().filter(({ startTime }) => startTime < now);
        if (early.length > 0) listener(early.map(({ name }) => name));
      }).observe({ type: 'resource', buffered: true });
    },
    onSeen(check, everyMs) {
      let last = Date.now();
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState !== 'visible' || Date.now() - last < everyMs) return;
        last = Date.now();
        check();
      });
    },
  };
}
