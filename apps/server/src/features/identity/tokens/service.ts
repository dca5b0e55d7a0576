/** API tokens, as the admins of a company make, see and end them. */
import { type ApiToken, type CallArguments, type createToken as createCall, TOKENS_MAX } from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { toApiToken } from '../../../http/api-tokens';
import { requireAdmin } from '../../../http/guards';
import type { Principal } from '../../../http/principal';
import { logChange } from '../people';
import { requireFreshSignIn, tokenHash } from '../sessions';
import * as store from './store';

const DAY_MS = 24 * 3600_000;
const SECRET_BYTES = 32;

const viewOf = ({ row, createdBy }: store.ListedToken): ApiToken => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  lastFour: row.lastFour,
  createdDate: row.createdAt.toISOString(),
  createdBy,
  expiresDate: row.expiresAt.toISOString(),
  lastUsedDate: row.lastUsedAt?.toISOString() ?? null,
});

/** @throws ApiError `notAllowed` */
export async function listTokens({ db }: Context, principal: Principal): Promise<ApiToken[]> {
  requireAdmin(principal);
  return (await store.listOf(db, principal.companyId)).map(viewOf);
}

/**
 * @throws ApiError `notAllowed`; `conflict` if the company has as many as it may; `signInAgain` for one with which people are changed, since
 * it is as good as being an admin
 */
export async function createToken(
  context: Context,
  principal: Principal,
  { name, scopes, days }: CallArguments<typeof createCall>,
): Promise<{ apiToken: ApiToken; token: string }> {
  requireAdmin(principal);
  if (scopes.includes('people')) await requireFreshSignIn(context, principal);
  const { clock, db, random } = context;
  const { companyId, contactId } = principal;
  const id = random.id();
  const now = clock.now();
  const token = toApiToken(random.bytes(SECRET_BYTES));
  const row = {
    id,
    companyId,
    name,
    hash: tokenHash(token),
    lastFour: token.slice(-4),
    scopes: [...new Set(scopes)],
    createdById: contactId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + days * DAY_MS),
  };
  const all = await db.transaction(async (transaction) => {
    if ((await store.lockCount(transaction, companyId)) >= TOKENS_MAX) throw new ApiError('conflict');
    await store.insert(transaction, row);
    await logChange(transaction, { by: principal, at: now, action: 'tokenMade', subject: { name } });
    return await store.listOf(transaction, companyId);
  });
  const made = all.find((one) => one.row.id === id);
  if (!made) throw new Error('The token was not stored');
  return { apiToken: viewOf(made), token };
}

/** @throws ApiError `notAllowed`, `notFound` */
export async function endToken({ clock, db }: Context, principal: Principal, id: string): Promise<void> {
  requireAdmin(principal);
  const { companyId } = principal;
  await db.transaction(async (transaction) => {
    const name = await store.remove(transaction, { id, companyId });
    if (name === undefined) throw new ApiError('notFound');
    await logChange(transaction, { by: principal, at: clock.now(), action: 'tokenEnded', subject: { name } });
  });
}
