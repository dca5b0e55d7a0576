/**
 * The native side of the mobile shell around a page: Capacitor's own bridge for Android, whose messages (`MessageHandler.java`) are answered
 * here. The page is the server's; what only a bundled page has, such as its content policy, is tested in `scripts/mobile`.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const BRIDGE = createRequire(import.meta.url).resolve('@capacitor/android/capacitor/src/main/assets/native-bridge.js');

type Options = Readonly<Record<string, unknown>>;
export type NativePlugin = Readonly<Record<string, (options: Options, shell: NativeShell) => unknown>>;

interface NativeCall {
  readonly callbackId: string;
  readonly pluginId: string;
  readonly methodName: string;
  readonly options: Options;
}

declare global {
  interface Window {
    nativeMessage(json: string): void;
    androidBridge: { postMessage(json: string): void; onmessage(event: { readonly data: string }): void };
  }
}

export interface NativeShell {
  /** The calls that arrived, in their order: `Plugin.method`, listeners with their event. */
  readonly calls: readonly string[];
  /** `notifyListeners`, of what listens by now. */
  emit(plugin: string, event: string, data?: object): Promise<void>;
  /** With `retainUntilConsumed`: the first listener that comes gets it. */
  retain(plugin: string, event: string, data: object): void;
}

/** As an injected script: the global object, the bridge, and the functions of the plugins (`JSExport.java`). */
async function injectedScript(plugins: Readonly<Record<string, NativePlugin>>): Promise<string> {
  const methods = Object.entries(plugins).map(([name, plugin]) => [name, Object.keys(plugin)]);
  return `
    window.Capacitor = { DEBUG: false, isLoggingEnabled: false, Plugins: {} };
    window.androidBridge = { postMessage: (json) => window.nativeMessage(json), onmessage: () => undefined };
    ${await readFile(BRIDGE, 'utf8')};
    for (const [name, methods] of ${JSON.stringify(methods)}) {
      const plugin = (window.Capacitor.Plugins[name] = {
        addListener: (event, callback) => window.Capacitor.addListener(name, event, callback),
      });
      for (const method of methods) plugin[method] = (options) => window.Capacitor.nativePromise(name, method, options);
    }`;
}

/** Puts a shell with these plugins around a page, which is loaded afterwards. Its server is chosen already, unless it is null. */
export async function putInShell(
  page: Page,
  server: string | null,
  plugins: Readonly<Record<string, NativePlugin>>,
): Promise<NativeShell> {
  const calls: string[] = [];
  const listeners = new Map<string, NativeCall[]>();
  const retained = new Map<string, object[]>();
  const answer = ({ options: _, ...call }: NativeCall, result: object) =>
    page
      .evaluate((data) => window.androidBridge.onmessage({ data }), JSON.stringify({ ...call, save: false, ...result }))
      // The page is being left.
      .catch(() => undefined);
  const give = (call: NativeCall, data: object) => answer(call, { save: true, success: true, data });

  async function handle(call: NativeCall) {
    const { pluginId, methodName, options } = call;
    const event = `${pluginId} ${String(options['eventName'])}`;
    if (methodName === 'addListener') {
      calls.push(`${pluginId}.addListener ${String(options['eventName'])}`);
      listeners.set(event, [...(listeners.get(event) ?? []), call]);
      const waiting = retained.get(event) ?? [];
      retained.delete(event);
      for (const data of waiting) await give(call, data);
    } else if (methodName === 'removeListener') listeners.delete(event);
    else {
      calls.push(`${pluginId}.${methodName}`);
      const data = await plugins[pluginId]?.[methodName]?.(options, shell);
      await answer(call, { success: true, ...(data !== undefined && { data }) });
    }
  }

  const shell: NativeShell = {
    calls,
    async emit(plugin, event, data = {}) {
      for (const call of listeners.get(`${plugin} ${event}`) ?? []) await give(call, data);
    },
    retain: (plugin, event, data) => void retained.set(`${plugin} ${event}`, [data]),
  };

  // A page that is loaded anew has none of the listeners of the one before.
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) listeners.clear();
  });
  await page.exposeFunction('nativeMessage', (json: string) => handle(JSON.parse(json) as NativeCall));
  await page.addInitScript({ content: await injectedScript(plugins) });
  if (server !== null)
    await page.addInitScript((origin) => {
      if (location.origin === origin) localStorage.setItem('serverAddress', origin);
    }, server);
  return shell;
}
