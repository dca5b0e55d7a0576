/** Port: API tokens, and the companies that they name. */
import type { TokenScope } from '@earth/contracts';
import type { TokenCaller } from './principal';

/** What every API token begins with, so that scanners of source code find those that were published by mistake. */
const PREFIX = 'earth_';

export const toApiToken = (secret: Buffer): string => `${PREFIX}${secret.toString('base64url')}`;
export const isApiToken = (token: string): boolean => token.startsWith(PREFIX);

/** How a token is named in the log and as an author. */
export const tokenLabel = (tokenName: string): string => `Token «${tokenName}»`;

export interface ApiTokens {
  /**
   * @param address the network address, for which wrong tokens are counted
   * @throws ApiError `apiTokenInvalid`, `tooManyTries`
   */
  read(
    token: string,
    address: string,
  ): Promise<{ readonly caller: TokenCaller; readonly scopes: readonly TokenScope[] }>;
  /** @throws ApiError `apiTokenInvalid` if it has ended since it was read */
  requireNotEnded(tokenId: string): Promise<void>;
}
