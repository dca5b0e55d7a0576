/** The Capacitor plugins that the bridges use, as far as they use them. */

/** As Capacitor names it. `prompt-with-rationale`: refused once, and may be asked for again. */
export type PluginPermission = 'prompt' | 'prompt-with-rationale' | 'granted' | 'denied';

interface Filesystem {
  checkPermissions(): Promise<{ readonly publicStorage: PluginPermission }>;
  requestPermissions(): Promise<{ readonly publicStorage: PluginPermission }>;
  writeFile(file: {
    path: string;
    data: string;
    directory: 'CACHE';
    recursive: true;
  }): Promise<{ readonly uri: string }>;
  rmdir(folder: { path: string; directory: 'CACHE'; recursive: true }): Promise<void>;
}

interface App {
  getState(): Promise<{ readonly isActive: boolean }>;
  exitApp(): Promise<void>;
  minimizeApp(): Promise<void>;
  /** Android's back button or gesture. With a listener, the plugin itself does nothing about it. */
  addListener(event: 'backButton', take: (given: { readonly canGoBack: boolean }) => void): Added;
  /** A link has opened the app, or started it. */
  addListener(event: 'appUrlOpen', take: (given: { readonly url: string }) => void): Added;
  /** To the foreground (`isActive`), or to the background. */
  addListener(event: 'appStateChange', take: (given: { readonly isActive: boolean }) => void): Added;
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
  readonly receive: PluginPermission;
}

interface PushNotifications {
  checkPermissions(): Promise<Receives>;
  requestPermissions(): Promise<Receives>;
  register(): Promise<void>;
  unregister(): Promise<void>;
  addListener(event: 'registration', take: (given: { readonly value: string }) => void): Added;
  /** The user has opened a notification, or pressed one of its buttons. Retained until there is a listener. */
  addListener(
    event: 'pushNotificationActionPerformed',
    take: (given: { readonly actionId: string; readonly notification: { readonly data: unknown } }) => void,
  ): Added;
  addListener(event: 'registrationError', take: (given: { readonly error: string }) => void): Added;
}

export interface NamedCall {
  /** The call's `UniqueId`, or for a call that the user makes any UUID. */
  readonly callId: string;
  /** Whom the phone shows. */
  readonly name: string;
}

/** `local`: by the user. `elsewhere`: somebody else, or another device, has answered. */
export type CallEndReason = 'local' | 'remote' | 'unanswered' | 'elsewhere' | 'failed';

/** Where the sound of a call goes. */
export type AudioRoute = 'earpiece' | 'bluetooth' | 'headset' | 'speaker';

interface OfCall {
  readonly callId: string;
}

/**
 * Our own plugin: calls as the phone's own (CallKit and PushKit; Telecom and a foreground service). It rings for a pushed call while there is
 * no page, too; what the user then does is retained until the page listens.
 */
interface Telephone {
  /** Requests the token of PushKit, on iOS: the event `registration`. */
  register(): Promise<void>;
  unregister(): Promise<void>;
  /**
   * A call rings in the page: the phone rings, unless it does or the user has answered already. `ringsUntil`: of the server, milliseconds;
   * `ringsForMs`: on this phone's clock. Rejects with the code `UNAVAILABLE` if the phone cannot ring: then the page does.
   */
  ring(call: NamedCall & { readonly ringsUntil: number; readonly ringsForMs: number }): Promise<void>;
  /** The user calls somebody. */
  start(call: NamedCall): Promise<void>;
  /** The user is in the call, whoever has called, and however it was answered. */
  connect(call: NamedCall): Promise<void>;
  /** The call, or its ring, is over. Resolves if the phone does not know it, too. */
  end(call: OfCall & { readonly reason: CallEndReason }): Promise<void>;
  /** Nobody is signed in. */
  endAll(): Promise<void>;
  /** The page has muted the microphone, or not. */
  setMuted(call: OfCall & { readonly isMuted: boolean }): Promise<void>;
  /** Where the sound of the present call can go, and goes (`chosen`). Empty: the system decides, and the page cannot. */
  getRoutes(): Promise<{ readonly routes: readonly AudioRoute[]; readonly chosen?: AudioRoute }>;
  /** Rejects with the code `UNAVAILABLE` if the system decides. */
  setRoute(to: { readonly route: AudioRoute }): Promise<void>;
  /** Whether the page shows the screen of a call and nothing else: only then it may be over the lock screen. */
  setCallScreen(screen: { readonly isShown: boolean }): Promise<void>;
  addListener(event: 'registration', take: (given: { readonly token: string }) => void): Added;
  /** The user has answered, declined or ended a call on the phone's own screen, or on a headset. */
  addListener(event: 'answered' | 'declined' | 'ended', take: (given: OfCall) => void): Added;
  addListener(event: 'muted', take: (given: OfCall & { readonly isMuted: boolean }) => void): Added;
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

/** What the plugin `Permissions` knows. Notifications and storage belong to `PushNotifications` and `Filesystem`. */
export type DevicePermission = 'camera' | 'microphone' | 'location' | 'beacons';
export type PermissionName = DevicePermission | 'notifications' | 'storage';

/**
 * Our own plugin: the permissions of the device that no other plugin has, and the settings in which the user changes them.
 * `camera`: `CAMERA`, `AVCaptureDevice` for video; `microphone`: `RECORD_AUDIO`, `AVCaptureDevice` for audio; `location`:
 * `ACCESS_FINE_LOCATION` or, where the user allows no more, `ACCESS_COARSE_LOCATION`; `CLLocationManager` while the app is in use.
 * `beacons`: `BLUETOOTH_SCAN` (from Android 12 on) with `ACCESS_FINE_LOCATION`; `CLLocationManager` with the precise location.
 */
interface Permissions {
  /** The state, without asking. Rejects with the code `UNAVAILABLE` if the device has nothing of this name. */
  check(of: { readonly name: DevicePermission }): Promise<{ readonly state: PluginPermission }>;
  /** Asks the user, unless they have decided, and resolves with the state after that. Rejects like `check`. */
  request(of: { readonly name: DevicePermission }): Promise<{ readonly state: PluginPermission }>;
  /**
   * Opens the device's settings of this app (`app`), or of its notifications; a device without the latter opens the former. Resolves when
   * they are open. Rejects if they cannot be opened.
   */
  openSettings(at: { readonly page: 'app' | 'notifications' }): Promise<void>;
}

/** The direction of a camera, which tells the native side which one is meant. */
export type CameraFacing = 'user' | 'environment';

/** One thing that a camera lets the app adjust; the names and units are those of W3C MediaStream Image Capture, 5. */
export interface CameraRange {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** More than 0. */
  readonly step: number;
  readonly value: number;
}

/**
 * Our own plugin: what the device can adjust of a camera that the web view has open, and the web view does not let a page adjust.
 * Names: `exposureCompensation` (EV), `iso`, `focusDistance` (m), `colorTemperature` (K), `brightness`, `contrast`, `saturation`.
 */
interface CameraSettings {
  /** Empty if nothing can be adjusted. Rejects with the code `UNAVAILABLE` if the device has no such camera. */
  getRanges(of: { readonly facing: CameraFacing }): Promise<{ readonly ranges: readonly CameraRange[] }>;
  /**
   * Sets a value within its range, and ends the camera's own choice of it until the camera is closed. Rejects if the camera refuses, with
   * the code `UNAVAILABLE` if it is closed or has no such range.
   */
  set(value: { readonly facing: CameraFacing; readonly name: string; readonly value: number }): Promise<void>;
}

export interface ConnectionStatus {
  readonly connected: boolean;
  readonly connectionType: 'wifi' | 'cellular' | 'none' | 'unknown';
}

interface Network {
  getStatus(): Promise<ConnectionStatus>;
  addListener(event: 'networkStatusChange', take: (status: ConnectionStatus) => void): Added;
}

interface ScreenOrientationPlugin {
  orientation(): Promise<{ readonly type: OrientationType }>;
  lock(options: { readonly orientation: OrientationType }): Promise<void>;
  unlock(): Promise<void>;
}

/** Our own plugin: time to finish what was begun, after the user has left the app or turned the screen off. */
interface BackgroundWork {
  /**
   * Android keeps the processor awake for ten minutes at most; iOS lets the app run for about 30 s in the background. Once more changes nothing.
   * It ends with `end`, with the page, and by itself. Rejects with the code `UNAVAILABLE` if the system gives no time.
   */
  begin(): Promise<void>;
  /** Resolves if it was not begun, too. */
  end(): Promise<void>;
}

/** Our own plugin: the sensor that notices an ear at the phone (`PROXIMITY_SCREEN_OFF_WAKE_LOCK`, `isProximityMonitoringEnabled`). */
interface Proximity {
  /**
   * From now on the screen is off, and takes no touch, while something is close to it. Once more changes nothing. It ends with `disable`,
   * and with the page. Rejects with the code `UNAVAILABLE` if the device has no such sensor.
   */
  enable(): Promise<void>;
  /** Resolves if it was not enabled, too. */
  disable(): Promise<void>;
}

/** Our own plugin: whether a photograph is good enough to be recognized. */
interface ImageQuality {
  /**
   * `data`: a JPEG in base64, without the prefix of a data URL. `tolerance`: the least sharpness, from 0 to 350: the variance of the
   * Laplacian with 4 neighbours of the luma (BT.601) at the picture's own size. `quality`: 1 good, 0 blurred, -1 it cannot be opened, or
   * has more than 64 × 1024 × 1024 pixels. Rejects only if it cannot measure now.
   */
  check(picture: { readonly data: string; readonly tolerance: number }): Promise<{ readonly quality: -1 | 0 | 1 }>;
}

/**
 * Our own plugin: one P-256 key of this device, made at its first use, which never leaves the hardware that has it (Android Keystore, in
 * StrongBox if there is one; Secure Enclave of iOS, else its keychain).
 */
interface RequestSigning {
  /** `publicKey`: the uncompressed point (SEC 1, 2.3.3: 65 bytes) in base64url without padding. */
  getPublicKey(): Promise<{ readonly publicKey: string }>;
  /** Signs text as UTF-8: ECDSA with SHA-256. `signature`: r and s (64 bytes, RFC 9421, 3.3.4) in base64. */
  sign(what: { readonly data: string }): Promise<{ readonly signature: string }>;
  /** Deletes the key: the next call makes another one. Resolves if there was none, too. */
  deleteKey(): Promise<void>;
}

/**
 * The plugin of the payment provider's own SDK, which a build for a provider adds: the sheet in which a card is typed or chosen belongs to
 * the provider, and neither the page nor the server sees the card.
 */
interface CardPayment {
  /** Resolves if a card can be asked for now. Rejects with the code `UNAVAILABLE` if not. */
  prepare(): Promise<void>;
  /**
   * Shows the sheet. `amount`: in the smallest unit of `currency` (ISO 4217), which has so many `digits` after the point. `nonce`: valid once,
   * for one charge; null: the user has closed the sheet. Rejects if no nonce can be made.
   */
  requestNonce(payment: {
    readonly amount: number;
    readonly currency: string;
    readonly digits: number;
    readonly label: string;
  }): Promise<{ readonly nonce: string | null }>;
}

/** A beacon that is received. `distance`: an estimate in metres, of a noisy measurement. `uuid`: in lower case. */
export interface SeenBeacon {
  readonly uuid: string;
  readonly major: number;
  readonly minor: number;
  readonly distance: number;
}

/** Our own plugin: iBeacons that are near, while the app is in the foreground. It asks for no permission, and sends nothing anywhere. */
interface Beacons {
  /**
   * From now on reports the beacons with these UUIDs. Once more replaces them. It ends with `stop`, with the page, and in the background.
   * Rejects with the code `UNAVAILABLE` if Bluetooth or the location of the device is missing or off, and with `DENIED` without the
   * permission `beacons`. iOS tells by `failed` that Bluetooth is off; on Android the fifth scan within 30 s waits until they are over.
   */
  start(of: { readonly uuids: readonly string[] }): Promise<void>;
  /** Resolves if it was not started, too. */
  stop(): Promise<void>;
  /** About once a second, if there are any. */
  addListener(event: 'seen', take: (given: { readonly beacons: readonly SeenBeacon[] }) => void): Added;
  /** It has ended by itself, or Bluetooth or the location was turned off. On iOS once for each UUID. */
  addListener(event: 'failed', take: (given: { readonly message: string }) => void): Added;
}

/** `@capacitor-firebase/analytics`, which only builds of brands with analytics have. */
interface FirebaseAnalytics {
  setEnabled(options: { readonly enabled: boolean }): Promise<void>;
  /** Deletes what it has stored on the device, and the device's id. */
  resetAnalyticsData(): Promise<void>;
  setCurrentScreen(options: { readonly screenName: string }): Promise<void>;
  logEvent(event: { readonly name: string; readonly params: Readonly<Record<string, string>> }): Promise<void>;
}

/**
 * An AR SDK, by the plugin of its vendor. This repository has none, because `packages/vision` recognizes; a build that has one uses it
 * first. `host`: the origin of the server.
 */
interface ArRecognition {
  /** Resolves when the model is on the device. Reports progress meanwhile, at least every 20 s. */
  downloadModel(of: { readonly host: string; readonly externalId: string }): Promise<void>;
  /** The same for the markers of all scenes of a company. `-1`: for visitors, those of the public scenes. */
  downloadMarkers(of: { readonly host: string; readonly companyId: string }): Promise<void>;
  /** Opens the camera over the app, and resolves when it is open. The user closes it, and is where they were. */
  startDiscover(visit: {
    readonly host: string;
    readonly externalId: string;
    /** What the number of a content, or the id of a key point, is appended to. */
    readonly contentQuery: string;
    readonly keypointQuery: string;
    readonly color: string;
  }): Promise<void>;
  /** The same for scenes. `sceneId`: null for all. */
  startScenes(scenes: {
    readonly host: string;
    readonly companyId: string;
    readonly sceneId: number | null;
    readonly contentQuery: string;
  }): Promise<void>;
  /** Of the download that is under way, from 0 to 1. */
  addListener(event: 'progress', take: (given: { readonly share: number }) => void): Added;
}

/**
 * Our own plugin: the browser of the system, for the page of an identity provider (RFC 8252): a Custom Tab of Android,
 * `ASWebAuthenticationSession` of iOS.
 */
interface SystemBrowser {
  /**
   * Resolves when the page is open. `url`: of HTTPS. `scheme`: of the link that leads back, which the event `appUrlOpen` of `App` reports; iOS
   * gives it to this app alone. Once more replaces the page on iOS. Rejects with the code `UNAVAILABLE` if the device has no browser.
   */
  open(page: { readonly url: string; readonly scheme: string }): Promise<void>;
  /** The user has closed it, and no link has come. Only iOS tells. */
  addListener(event: 'closed', take: () => void): Added;
}

export interface ShellPlugins {
  readonly CapacitorHttp: CapacitorHttp;
  readonly ArRecognition: ArRecognition;
  readonly BackgroundWork: BackgroundWork;
  readonly Beacons: Beacons;
  readonly CardPayment: CardPayment;
  readonly FirebaseAnalytics: FirebaseAnalytics;
  readonly ImageQuality: ImageQuality;
  readonly Proximity: Proximity;
  readonly RequestSigning: RequestSigning;
  readonly CameraSettings: CameraSettings;
  readonly Network: Network;
  readonly ScreenOrientation: ScreenOrientationPlugin;
  readonly SystemBrowser: SystemBrowser;
  readonly App: App;
  readonly Permissions: Permissions;
  readonly Filesystem: Filesystem;
  readonly FileOpener: FileOpener;
  readonly Share: Share;
  readonly PushNotifications: PushNotifications;
  readonly Telephone: Telephone;
}
