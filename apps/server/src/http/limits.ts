/** Port: limits per session, guest and company. */
import type { Caller } from './principal';

/** A body that is about to be received. */
export interface Body {
  readonly principal: Caller;
  /** The network address. */
  readonly address: string;
  /** The declared length, or the call's limit if there is none. */
  readonly bytes: number;
}

export interface Limits {
  /** Counts a call of a principal. @throws ApiError `tooManyCalls` */
  countCall(principal: Caller): void;
  /**
   * Admits a body before it is read.
   * @returns a function to call when its request is over
   * @throws ApiError `tooManyUploads`, `diskFull`
   */
  begin(body: Body): Promise<() => void>;
  /**
   * Counts bytes against the quota.
   * @returns a function that gives back the bytes that did not arrive
   * @throws ApiError `tooMuchToday`
   */
  countBytes(principal: Caller, bytes: number): Promise<(bytes: number) => void>;
  start(): void;
  /** Stores what is counted. */
  stop(): Promise<void>;
}
