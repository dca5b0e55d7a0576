/** Unties a person from their identity at the provider, which may have made them a new one. */
import type { PersonDetail } from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { requireAdmin } from '../../../http/guards';
import type { Principal } from '../../../http/principal';
import { getPerson, lockPerson, logChange } from '../people';
import * as store from './store';

/** @throws ApiError `notAllowed`, `notFound` */
export async function release(context: Context, principal: Principal, personId: string): Promise<PersonDetail> {
  requireAdmin(principal);
  const { clock, db } = context;
  await db.transaction(async (transaction) => {
    const at = clock.now();
    const person = await lockPerson(transaction, principal.companyId, personId, at);
    if (!person) throw new ApiError('notFound');
    await store.untie(transaction, personId);
    await logChange(transaction, { by: principal, at, action: 'identityReleased', subject: person });
  });
  return await getPerson(context, principal, personId);
}
