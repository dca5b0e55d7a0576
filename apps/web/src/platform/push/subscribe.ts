/** The one push subscription of this browser, which calls, rooms and notices share. */

export interface Subscription {
  readonly options: { readonly applicationServerKey: ArrayBuffer | null };
  toJSON(): unknown;
  unsubscribe(): Promise<boolean>;
}

/** What a page needs of its browser. */
export interface PushBrowser {
  permission(): NotificationPermission;
  /** Prompts the user; only within a click. */
  requestPermission(): Promise<NotificationPermission>;
  register(): Promise<{
    readonly pushManager: {
      getSubscription(): Promise<Subscription | null>;
      subscribe(options: { userVisibleOnly: true; applicationServerKey: string }): Promise<Subscription>;
    };
  }>;
}

/** A subscription for another VAPID key of the server is useless, and replaced. */
async function subscribeOnce(browser: PushBrowser, publicKey: string): Promise<Subscription> {
  const { pushManager } = await browser.register();
  const before = await pushManager.getSubscription();
  if (before && keyOf(before) !== publicKey) await before.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/**
 * A8.12: if unsubscribing the former subscription failed, it is requested once more.
 * @param publicKey the server's VAPID key, base64url
 */
export const subscribe = (browser: PushBrowser, publicKey: string): Promise<Subscription> =>
  subscribeOnce(browser, publicKey).catch(() => subscribeOnce(browser, publicKey));

function keyOf({ options: { applicationServerKey: key } }: Subscription): string {
  const text = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
