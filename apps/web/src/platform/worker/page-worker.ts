/** The service worker, as the page has it: it is there for every page in a browser, and a new one waits until somebody wants it. */
import { createStore } from 'zustand/vanilla';
import { isInShell } from '../native/shell';

const SCRIPT = '/sw.js';
const RELOADED = 'workerIsGone';
const LOOK_EVERY_MS = 60 * 60_000;

/** The build that waits to take over; `onServer`: the page that is loaded next is of it; null: there is none. */
export const newVersion = createStore<{ readonly waiting: ServiceWorker | 'onServer' | null }>(() => ({
  waiting: null,
}));

/** Where there is no worker a newer build is offered all the same. */
interface MaybeWorkers {
  readonly workers: ServiceWorkerContainer | undefined;
}

/** What of a browser is needed. */
export interface WorkerPorts {
  readonly workers: ServiceWorkerContainer;
  readonly fetch: typeof fetch;
  readonly reload: () => void;
  /** Of this tab. */
  readonly memory: Pick<Storage, 'getItem' | 'setItem'>;
  /** Addresses of what the page has loaded so far. */
  readonly loaded: () => readonly string[];
  /** Calls when the page is seen again. @param everyMs not sooner after the last time */
  readonly onSeen: (look: () => void, everyMs: number) => void;
}

/**
 * A script that is gone leaves a worker that nobody renews: it goes, and the page is loaded anew, once. A server that does not answer
 * is no reason.
 */
async function dropWhereGone({ workers, fetch, reload, memory }: WorkerPorts) {
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
    // The first one of all has nobody to take over from.
    if (registration.waiting && workers.controller) newVersion.setState({ waiting: registration.waiting });
  };
  offer();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer));
}

export async function startWorker(ports: WorkerPorts): Promise<void> {
  const { workers, loaded, onSeen } = ports;
  // What came before the first worker was there is told to it: without a net it has that too.
  if (!workers.controller)
    workers.addEventListener('controllerchange', () => workers.controller?.postMessage({ seen: loaded() }), {
      once: true,
    });
  try {
    const registration = await workers.register(SCRIPT);
    offerWaiting(registration, ports);
    onSeen(() => void registration.update().catch(() => undefined), LOOK_EVERY_MS);
    await registration.update();
  } catch {
    await dropWhereGone(ports).catch(() => undefined);
  }
}

/**
 * For when a part of this build did not come: where the server has the build no more, the newer one is offered.
 * @param file one that each build has under another name
 */
export async function lookForNewBuild(
  { fetch, workers }: Pick<WorkerPorts, 'fetch'> & MaybeWorkers,
  file: string,
): Promise<void> {
  const answer = await fetch(file, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (answer?.status !== 404) return;
  newVersion.setState(({ waiting }) => ({ waiting: waiting ?? 'onServer' }));
  // Its worker takes over with the page; else it would offer itself once more after that.
  const registration = await workers?.getRegistration();
  await registration?.update().catch(() => undefined);
}

/** The waiting build takes over, and this page is loaded anew: somebody has asked for it. */
export function takeNewVersion({ workers, reload }: Pick<WorkerPorts, 'reload'> & MaybeWorkers): void {
  const { waiting } = newVersion.getState();
  newVersion.setState({ waiting: null });
  // Another tab may have taken it already: this page is of the build before, and no worker will change any more.
  if (waiting === null || waiting === 'onServer' || !workers || waiting.state !== 'installed') {
    reload();
    return;
  }
  workers.addEventListener('controllerchange', reload, { once: true });
  waiting.postMessage('takeOver', []);
}

/** What a newer build is found and taken with, also where no worker is. */
export const buildPorts = (
  workers: ServiceWorkerContainer | undefined,
): Pick<WorkerPorts, 'fetch' | 'reload'> & MaybeWorkers => ({
  workers,
  fetch: (url, init) => fetch(url, init),
  reload: () => location.reload(),
});

/** Null where there is none: the app in its native shell, a page that is not secure, a guest's. */
export function pagePorts(isGuest: boolean): WorkerPorts | null {
  if (isGuest || isInShell() || !('serviceWorker' in navigator)) return null;
  return {
    ...buildPorts(navigator.serviceWorker),
    workers: navigator.serviceWorker,
    memory: sessionStorage,
    loaded: () => performance.getEntriesByType('resource').map(({ name }) => name),
    onSeen(look, everyMs) {
      let last = Date.now();
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState !== 'visible' || Date.now() - last < everyMs) return;
        last = Date.now();
        look();
      });
    },
  };
}
