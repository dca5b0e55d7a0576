/** `web`: Web Push. `fcm`: Firebase. `apns`, `voip`: Apple, for alerts and for calls. */
export const pushKinds = ['web', 'fcm', 'apns', 'voip'] as const;
export type PushKind = (typeof pushKinds)[number];

/** Destination of a push: an endpoint (`web`) or a token. `p256dh` and `auth` are a browser's keys, base64url. */
export interface Address {
  readonly address: string;
  readonly p256dh: string | null;
  readonly auth: string | null;
}

/** A push as it is sent: its two fields on the wire, and delivery options. */
export interface PushPayload {
  readonly messageType: string;
  /** JSON. */
  readonly messageContent: string;
  /** A UUID: a later push about the same topic replaces one that has not been delivered yet. */
  readonly topic: string;
  /** Not delivered after this time. */
  readonly expiresAt: Date;
  /** Read token for the message. Only if the push is encrypted end to end. */
  readonly readToken?: string;
}

/**
 * `accepted`: by the push service. `gone`: the device does not exist any more. `refused`: it will never be accepted. `later`:
 * to be retried, no sooner than after so many seconds; `why`: the status of its answer, or the code of an error without one.
 */
export type Delivery =
  | { readonly outcome: 'accepted' | 'gone' }
  | { readonly outcome: 'refused'; readonly why: string }
  | { readonly outcome: 'later'; readonly afterSeconds: number; readonly why?: string };

/** The service does not accept who sends, or is busy: no fault of the push, which waits. `code`: the status. */
export class PushServiceError extends Error {
  override readonly name = 'PushServiceError';
  readonly code: string;

  constructor(status: number, words: string) {
    super(words);
    this.code = String(status);
  }
}

export interface PushAdapter {
  /** Rejects if there is no response, or with PushServiceError. */
  send(to: Address, payload: PushPayload, signal: AbortSignal): Promise<Delivery>;
}

export interface PushAdapters {
  /** Those that are set up. */
  readonly of: Readonly<Partial<Record<PushKind, PushAdapter>>>;
  /** Closes the connections. */
  close(): void;
}

/** Time to live, in whole seconds. */
export const secondsLeft = ({ expiresAt }: PushPayload, now: Date): number =>
  Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));

export const gone: Delivery = { outcome: 'gone' };
export const later = (status: number) =>
  ({ outcome: 'later', afterSeconds: 0, why: String(status) }) satisfies Delivery;
export const refused = (status: number, words: string): Delivery => ({
  outcome: 'refused',
  why: `${status} ${words.slice(0, 200)}`,
});

/** The meaning of a status that is common to all services; null for the others. */
export function commonMeaning(status: number, retryAfter: string | undefined): Delivery | null {
  if (status >= 200 && status < 300) return { outcome: 'accepted' };
  if (status === 408 || status === 429 || status >= 500)
    return { ...later(status), afterSeconds: /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0 };
  return null;
}
