/** Port: access tokens, and the principals that they name. */
import type { Principal } from './principal';

export interface Access {
  /** Issues a token for a session. */
  issue(sessionId: string): Promise<string>;
  /** Returns the principal. Rejects with ApiError `tokenExpired`, `sessionEnded` or `notSignedIn`. */
  read(token: string): Promise<Principal>;
  /** Returns the principal of a session as it is now. Rejects with ApiError `sessionEnded`. */
  readAgain(sessionId: string): Promise<Principal>;
  /**
   * Binds a session to the key that signs its requests, unless it is bound already. Returns the key to which it is bound. Rejects with
   * ApiError `sessionEnded`.
   */
  bindKey(sessionId: string, key: string): Promise<string>;
  /** Issues a token with which a session's device reads the last message of a room. */
  issueReading(sessionId: string, roomId: string, expiresAt: Date): Promise<string>;
  /** Returns the principal and the room. Rejects as `read`. */
  readReading(token: string): Promise<{ readonly principal: Principal; readonly roomId: string }>;
}
