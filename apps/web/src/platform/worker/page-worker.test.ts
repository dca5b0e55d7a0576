import { beforeEach, expect, test, vi } from 'vitest';
import {
  checkForNewBuild,
  newVersion,
  pagePorts,
  startWorker,
  activateNewVersion,
  type WorkerPorts,
} from './page-worker';

class Worker extends EventTarget {
  state = 'installed';
  readonly said: unknown[] = [];
  postMessage(message: unknown) {
    this.said.push(message);
  }
}

class Registration extends EventTarget {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  isThere = true;
  update = vi.fn(async () => undefined as void);
  async unregister() {
    this.isThere = false;
    return true;
  }
}

class Workers extends EventTarget {
  controller: Worker | null = new Worker();
  readonly registration = new Registration();
  register = async () => this.registration;
  getRegistration = async () => (this.registration.isThere ? this.registration : undefined);
}

let workers: Workers;
let answer: Response | null;
let reload: ReturnType<typeof vi.fn<() => void>>;
let memory: Map<string, string>;
let look: () => void;
let load: (addresses: readonly string[]) => void;
let ports: WorkerPorts;
beforeEach(() => {
  newVersion.setState({ waiting: null });
  workers = new Workers();
  answer = new Response('', { headers: { 'content-type': 'text/javascript' } });
  reload = vi.fn();
  memory = new Map();
  ports = {
    workers: workers as unknown as ServiceWorkerContainer,
    fetch: async () => answer ?? Promise.reject(new TypeError('Failed to fetch')),
    reload,
    memory: { getItem: (name) => memory.get(name) ?? null, setItem: (name, value) => void memory.set(name, value) },
    onLoaded: (listener) => (load = listener),
    onSeen: (then) => (look = then),
  };
});

const scriptFails = () => workers.registration.update.mockRejectedValue(new TypeError('Failed to update'));

test('D4.7: if its script is missing, the worker is unregistered and the page reloaded once', async () => {
  scriptFails();
  answer = new Response('', { status: 404 });
  await startWorker(ports);
  expect(workers.registration.isThere).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
  workers.registration.isThere = true;
  await startWorker(ports);
  expect(reload).toHaveBeenCalledOnce();
});

test.each([
  ['there is no network', null],
  ['the server fails', new Response('', { status: 502 })],
])('keeps the worker while %s', async (_, came) => {
  scriptFails();
  answer = came;
  await startWorker(ports);
  expect([workers.registration.isThere, reload.mock.calls.length]).toEqual([true, 0]);
});

test('D4.6: registers a service worker outside the mobile shell, and not for guests', () => {
  vi.stubGlobal('navigator', { serviceWorker: workers });
  expect(pagePorts(false)).not.toBeNull();
  expect(pagePorts(true)).toBeNull();
  vi.stubGlobal('Capacitor', { isNativePlatform: () => true });
  expect(pagePorts(false)).toBeNull();
  vi.unstubAllGlobals();
});

test('offers a new build, and reloads the page only after the user agreed', async () => {
  await startWorker(ports);
  const next = new Worker();
  workers.registration.installing = next;
  workers.registration.dispatchEvent(new Event('updatefound'));
  workers.registration.waiting = next;
  next.dispatchEvent(new Event('statechange'));
  expect(newVersion.getState().waiting).toBe(next);
  workers.dispatchEvent(new Event('controllerchange'));
  expect(reload).not.toHaveBeenCalled();

  activateNewVersion(ports);
  expect(next.said).toEqual(['takeOver']);
  expect(reload).not.toHaveBeenCalled();
  workers.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
});

test('the first worker takes over without a reload, and is told what the page has loaded', async () => {
  workers.controller = null;
  await startWorker(ports);
  workers.registration.waiting = new Worker();
  workers.registration.dispatchEvent(new Event('updatefound'));
  expect(newVersion.getState().waiting).toBeNull();
  const first = new Worker();
  workers.controller = first;
  workers.dispatchEvent(new Event('controllerchange'));
  load(['https://earth.example/assets/app.js']);
  // It was still under way.
  load(['https://earth.example/assets/basis.wasm']);
  const seen = ['https://earth.example/assets/app.js', 'https://earth.example/assets/basis.wasm'];
  expect(first.said).toEqual(seen.map((address) => ({ seen: [address] })));
  expect(reload).not.toHaveBeenCalled();
});

test('looks for a new build when the page becomes visible again', async () => {
  await startWorker(ports);
  const before = workers.registration.update.mock.calls.length;
  look();
  expect(workers.registration.update.mock.calls.length).toBe(before + 1);
});

test.each([
  ['the server no longer has this build', new Response('', { status: 404 }), 'onServer'],
  ['the server fails', new Response('', { status: 502 }), null],
  ['there is no network', null, null],
])('after a part failed to load and %s, offers a newer build or not', async (_, came, offered) => {
  answer = came;
  await checkForNewBuild(ports, '/assets/app-1.js');
  expect(newVersion.getState().waiting).toBe(offered);
  expect(reload).not.toHaveBeenCalled();
});

test('loads a newer build on the server by a reload, even without a worker', async () => {
  answer = new Response('', { status: 404 });
  const page = { ...ports, workers: undefined };
  await checkForNewBuild(page, '/assets/app-1.js');
  activateNewVersion(page);
  expect(reload).toHaveBeenCalledOnce();
  expect(newVersion.getState().waiting).toBeNull();
});

test('only reloads if another tab has activated the new build', async () => {
  await startWorker(ports);
  const next = new Worker();
  workers.registration.waiting = next;
  workers.registration.installing = next;
  workers.registration.dispatchEvent(new Event('updatefound'));
  next.dispatchEvent(new Event('statechange'));
  expect(newVersion.getState().waiting).toBe(next);
  next.state = 'activated';

  activateNewVersion(ports);
  expect(reload).toHaveBeenCalledOnce();
  expect(next.said).toEqual([]);
});
