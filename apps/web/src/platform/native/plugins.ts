/** The Capacitor plugins that the bridges use, as far as they use them. */

interface Filesystem {
  writeFile(file: {
    path: string;
    data: string;
    directory: 'CACHE';
    recursive: true;
  }): Promise<{ readonly uri: string }>;
  rmdir(folder: { path: string; directory: 'CACHE'; recursive: true }): Promise<void>;
}

interface FileOpener {
  open(file: { filePath: string; contentType: string; openWithDefault: true }): Promise<void>;
}

interface Share {
  canShare(): Promise<{ readonly value: boolean }>;
  share(given: { title: string; text?: string; url?: string; files?: string[] }): Promise<unknown>;
}

export interface PluginListener {
  remove(): Promise<void>;
}
/** The injected bridge gives the listener itself. */
type Added = PluginListener | Promise<PluginListener>;

export interface Receives {
  readonly receive: string;
}

interface PushNotifications {
  checkPermissions(): Promise<Receives>;
  requestPermissions(): Promise<Receives>;
  register(): Promise<void>;
  unregister(): Promise<void>;
  addListener(event: 'registration', take: (given: { readonly value: string }) => void): Added;
  addListener(event: 'registrationError', take: (given: { readonly error: string }) => void): Added;
}

/** Incoming calls on iOS (PushKit). Builds of the plugin name their results differently. */
interface CallKitVoip {
  register(): Promise<void>;
  addListener(
    event: 'registration',
    take: (given: { readonly value?: string; readonly token?: string }) => void,
  ): Added;
}

interface App {
  addListener(event: 'appUrlOpen', take: (given: { readonly url: string }) => void): Promise<PluginListener>;
}

/** Part of Capacitor itself. */
interface CapacitorHttp {
  request(asked: {
    readonly url: string;
    readonly method: 'GET';
    readonly connectTimeout: number;
    readonly readTimeout: number;
  }): Promise<unknown>;
}

export interface ShellPlugins {
  readonly CapacitorHttp: CapacitorHttp;
  readonly App: App;
  readonly Filesystem: Filesystem;
  readonly FileOpener: FileOpener;
  readonly Share: Share;
  readonly PushNotifications: PushNotifications;
  readonly CallKitVoip: CallKitVoip;
}
