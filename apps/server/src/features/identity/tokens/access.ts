/** Reads API tokens. The database is asked each time, so that one that has ended is refused at once, on all servers. */
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import type { ApiTokens } from '../../../http/api-tokens';
import { createTokenBuckets } from '../../../http/token-buckets';
import { requireWithinLimits, tokenHash } from '../sessions';
import * as store from './store';

/** The last use is stored to the minute, so that reading does not write each time. */
const USE_MS = 60_000;
/** Wrong tokens of a network address that are counted for all servers; further ones are refused by this one. */
const COUNTED_A_MINUTE = 60;

type Deps = Pick<Context, 'db' | 'clock' | 'secrets' | 'settings'>;

export function createApiTokens(deps: Deps): ApiTokens {
  const { db, clock } = deps;
  const wrongTokens = createTokenBuckets(clock, COUNTED_A_MINUTE);

  /** @throws ApiError always */
  async function refuse(address: string): Promise<never> {
    const wait = wrongTokens(address);
    if (wait > 0) throw new ApiError('tooManyTries', undefined, { retryAfterSeconds: wait });
    const asker = { deviceId: '', address, tokenHash: null };
    await db.transaction(async (transaction) => {
      const count = await requireWithinLimits(deps, transaction, { what: 'wrongToken', asker, isKnown: false });
      await count();
    });
    throw new ApiError('apiTokenInvalid');
  }

  return {
    async read(token, address) {
      const now = clock.now();
      const row = await store.findByHash(db, tokenHash(token), now);
      // A right token is accepted however many wrong ones came from its address: 256 bits are not guessed, and neighbours share addresses.
      if (!row) return await refuse(address);
      // Whoever has it guesses nothing, and is to learn why it is refused, whatever came from its address.
      if (!row.isValid) throw new ApiError('apiTokenInvalid');
      const before = new Date(now.getTime() - USE_MS);
      if (row.lastUsedAt === null || row.lastUsedAt < before) await store.saveUse(db, row.id, { now, before });
      const { id: tokenId, name: tokenName, companyId, scopes } = row;
      return { caller: { contactId: null, companyId, tokenId, tokenName, role: 'ADMIN', guest: null }, scopes };
    },
    async requireNotEnded(tokenId) {
      if (!(await store.isValid(db, tokenId, clock.now()))) throw new ApiError('apiTokenInvalid');
    },
  };
}
