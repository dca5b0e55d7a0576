/**
 * The native side of the mobile shell, for tests. It injects Capacitor's own bridge into a window of its own and speaks the bridge's
 * message protocol, as `MessageHandler.java` and `CapacitorBridge.swift` do, so that a bridge is tested up to the messages.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';

export type NativePlatform = 'android' | 'ios';

/** What a plugin's method gets, and what it answers. A thrown `NativeRejection` is a rejected call. */
export type NativeMethod = (options: Readonly<Record<string, unknown>>) => unknown;
export type NativePlugin = Readonly<Record<string, NativeMethod>>;

/** A plugin rejects a call: `call.reject(message, code)`. */
export class NativeRejection extends Error {
  constructor(
    message: string,
    readonly code?: string,
  ) {
    super(message);
  }
}

/** A method that never answers. */
export const silent: NativeMethod = () => new Promise<never>(() => undefined);

interface NativeCall {
  readonly callbackId: string;
  readonly pluginId: string;
  readonly methodName: string;
  readonly options: Readonly<Record<string, unknown>>;
}

interface InjectedCapacitor {
  Plugins: Record<string, Record<string, unknown>>;
  PluginHeaders?: unknown;
  addListener(plugin: string, event: string, callback: unknown): unknown;
  nativePromise(plugin: string, method: string, options?: unknown): unknown;
  fromNative(result: unknown): void;
}

export interface NativeShell {
  /** The calls that arrived, in their order: `Plugin.method`. Listeners are `Plugin.addListener event`. */
  readonly calls: readonly string[];
  /** The options of the calls of a method, in their order. */
  optionsOf(plugin: string, method: string): readonly NativeCall['options'][];
  /** How many listeners an event has. */
  listeners(plugin: string, event: string): number;
  /** `notifyListeners`: calls the listeners of an event. */
  emit(plugin: string, event: string, data?: object): void;
  /** `notifyListeners` with `retainUntilConsumed`: without a listener, the first one that is added gets it. */
  emitRetained(plugin: string, event: string, data?: object): void;
}

const PACKAGES = join(import.meta.dirname, '../../../../node_modules/@capacitor');
const BRIDGES: Readonly<Record<NativePlatform, string>> = {
  android: 'android/capacitor/src/main/assets/native-bridge.js',
  ios: 'ios/Capacitor/Capacitor/assets/native-bridge.js',
};

/** The parts of the page's window that the bridge uses. It would change some of them, so it gets its own. */
const createWindow = () => ({
  // JSExport: the global object.
  Capacitor: { DEBUG: false, isLoggingEnabled: false, Plugins: {} } as unknown as InjectedCapacitor,
  console: { ...console, debug: () => undefined },
  fetch: globalThis.fetch,
  XMLHttpRequest: globalThis.XMLHttpRequest,
});

/** Runs the bridge as an injected script, with this window. It asks iOS by `prompt` whether to replace cookies and requests. */
function inject(platform: NativePlatform, page: object) {
  const run: unknown = Reflect.construct(Function, [
    'globalThis',
    'window',
    'prompt',
    readFileSync(join(PACKAGES, BRIDGES[platform]), 'utf8'),
  ]);
  (run as (global: object, page: object, prompt: () => string) => void)(page, page, () => 'false');
}

/** JSExport: the plugins' functions, and their headers, which `@capacitor/core` reads. */
function exportPlugins(
  platform: NativePlatform,
  capacitor: InjectedCapacitor,
  plugins: Readonly<Record<string, NativePlugin>>,
) {
  const inherited = platform === 'ios' ? ['removeAllListeners'] : [];
  capacitor.PluginHeaders = Object.entries(plugins).map(([name, plugin]) => ({
    name,
    methods: [
      { name: 'addListener' },
      { name: 'removeListener' },
      ...[...inherited, ...Object.keys(plugin)].map((method) => ({ name: method, rtype: 'promise' })),
    ],
  }));
  for (const [name, plugin] of Object.entries(plugins)) {
    const promising = [...inherited, ...Object.keys(plugin)].map((method) => [
      method,
      (options?: unknown) => capacitor.nativePromise(name, method, options),
    ]);
    capacitor.Plugins[name] = {
      addListener: (event: string, callback: unknown) => capacitor.addListener(name, event, callback),
      ...Object.fromEntries(promising),
    };
  }
}

const eventOf = ({ pluginId, options }: NativeCall) => `${pluginId} ${String(options['eventName'])}`;

/** Simulates a shell with these plugins: the global `Capacitor`, until `vi.unstubAllGlobals()`. */
export function standInShell(
  plugins: Readonly<Record<string, NativePlugin>>,
  platform: NativePlatform = 'android',
): NativeShell {
  const page = createWindow();
  const received: NativeCall[] = [];
  const kept = new Map<string, NativeCall[]>();
  const retained = new Map<string, object[]>();
  let give: (result: object) => void = () => undefined;

  function answer({ options: _, ...call }: NativeCall, result: object, save = false) {
    // As JSON, like everything that passes the bridge.
    give(JSON.parse(JSON.stringify({ ...call, save, ...result })) as object);
  }

  async function run(call: NativeCall) {
    const method = plugins[call.pluginId]?.[call.methodName];
    try {
      if (!method)
        throw new NativeRejection(`${call.pluginId}.${call.methodName}() is not implemented`, 'UNIMPLEMENTED');
      const data = await method(call.options);
      answer(call, { success: true, ...(data !== undefined && { data }) });
    } catch (error) {
      const { message, code } = error as NativeRejection;
      answer(call, { success: false, error: { message, code } });
    }
  }

  function emit(event: string, data: object | undefined): boolean {
    const calls = kept.get(event) ?? [];
    for (const call of calls) answer(call, { success: true, data }, true);
    return calls.length > 0;
  }

  function handle(call: NativeCall) {
    // iOS writes the page's console to its own log.
    if (call.pluginId === 'Console') return;
    received.push(call);
    const event = eventOf(call);
    const calls = kept.get(event) ?? [];
    if (call.methodName === 'addListener') {
      kept.set(event, [...calls, call]);
      const waiting = retained.get(event) ?? [];
      retained.delete(event);
      for (const data of waiting) emit(event, data);
    } else if (call.methodName === 'removeListener') {
      kept.set(
        event,
        calls.filter(({ callbackId }) => callbackId !== call.options['callbackId']),
      );
    } else void run(call);
  }

  if (platform === 'android') {
    const androidBridge = {
      postMessage: (json: string) => handle(JSON.parse(json) as NativeCall),
      onmessage: (_: { readonly data: string }) => undefined as void,
    };
    Object.assign(page, { androidBridge });
    give = (result) => androidBridge.onmessage({ data: JSON.stringify(result) });
  } else {
    const bridge = { postMessage: (call: NativeCall) => handle(JSON.parse(JSON.stringify(call)) as NativeCall) };
    Object.assign(page, { webkit: { messageHandlers: { bridge } } });
    give = (result) => page.Capacitor.fromNative(result);
  }
  inject(platform, page);
  exportPlugins(platform, page.Capacitor, plugins);
  vi.stubGlobal('Capacitor', page.Capacitor);

  const isListening = ({ methodName }: NativeCall) => methodName === 'addListener' || methodName === 'removeListener';
  return {
    get calls() {
      return received.map((call) =>
        isListening(call)
          ? `${call.pluginId}.${call.methodName} ${String(call.options['eventName'])}`
          : `${call.pluginId}.${call.methodName}`,
      );
    },
    optionsOf: (plugin, method) =>
      received.filter((one) => one.pluginId === plugin && one.methodName === method).map(({ options }) => options),
    listeners: (plugin, event) => kept.get(`${plugin} ${event}`)?.length ?? 0,
    emit: (plugin, event, data = {}) => void emit(`${plugin} ${event}`, data),
    emitRetained(plugin, event, data = {}) {
      const name = `${plugin} ${event}`;
      if (!emit(name, data)) retained.set(name, [...(retained.get(name) ?? []), data]);
    },
  };
}

/** The shell's file system; `written`: its files. */
export function shellFiles() {
  const written = new Map<string, string>();
  return {
    written,
    Filesystem: {
      writeFile({ path, data }) {
        written.set(String(path), atob(String(data)));
        return { uri: `file:///cache/${String(path)}` };
      },
      rmdir: () => written.clear(),
    } satisfies NativePlugin,
  };
}
