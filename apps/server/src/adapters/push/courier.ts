/** Brings pushes to devices: one courier for each kind of push service. */

/** `web`: Web Push. `fcm`: Firebase. `apns`, `voip`: Apple, for alerts and for calls. */
export const pushKinds = ['web', 'fcm', 'apns', 'voip'] as const;
export type PushKind = (typeof pushKinds)[number];

/** Where a push goes: an endpoint (`web`) or a token. `p256dh` and `auth` are a browser's keys, base64url. */
export interface Address {
  readonly address: string;
  readonly p256dh: string | null;
  readonly auth: string | null;
}

/** The two fields of a push as they travel, and how it is to be handled on the way. */
export interface Parcel {
  readonly messageType: string;
  /** JSON. */
  readonly messageContent: string;
  /** A UUID: what has not been delivered yet is replaced by a later push about the same. */
  readonly topic: string;
  /** From then on nobody wants it any more. */
  readonly expiresAt: Date;
  /** By which the device reads what was written. Only where nobody reads along on the way. */
  readonly readToken?: string;
}

/**
 * `taken`: the push service has it. `gone`: there is no such device any more. `refused`: it will never be taken. `later`:
 * to be tried again, not before so many seconds.
 */
export type Delivery =
  | { readonly outcome: 'taken' | 'gone' }
  | { readonly outcome: 'refused'; readonly why: string }
  | { readonly outcome: 'later'; readonly afterSeconds: number };

export interface Courier {
  /** Rejects where there is no answer. */
  send(to: Address, parcel: Parcel, signal: AbortSignal): Promise<Delivery>;
}

export interface Couriers {
  /** Those that are set up. */
  readonly of: Readonly<Partial<Record<PushKind, Courier>>>;
  /** Lets go of the connections. */
  close(): void;
}

/** For how long somebody still wants it, in whole seconds. */
export const secondsLeft = ({ expiresAt }: Parcel, now: Date): number =>
  Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));

export const gone: Delivery = { outcome: 'gone' };
export const later: Delivery = { outcome: 'later', afterSeconds: 0 };
export const refused = (status: number, words: string): Delivery => ({
  outcome: 'refused',
  why: `${status} ${words.slice(0, 200)}`,
});

/** What a status means that means the same to all of them; null for the others. */
export function commonMeaning(status: number, retryAfter: string | undefined): Delivery | null {
  if (status >= 200 && status < 300) return { outcome: 'taken' };
  if (status === 408 || status === 429 || status >= 500)
    return { outcome: 'later', afterSeconds: /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0 };
  return null;
}
