import { type CallArguments, type CallData, type getUsage, isSpan } from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { requireAdmin } from '../../../http/guards';
import type { Principal } from '../../../http/principal';
import * as store from './store';

/** @throws ApiError `notAllowed`; `invalidInput` if the last day is before the first, or a year after it */
export async function usageOf(
  { db }: Context,
  principal: Principal,
  { from, to }: CallArguments<typeof getUsage>,
): Promise<CallData<typeof getUsage>> {
  requireAdmin(principal);
  if (!isSpan(from, to)) throw new ApiError('invalidInput', 'to');
  const span = { companyId: principal.companyId, from, to };
  const [calls, views, storage, service, ratings] = await Promise.all([
    store.findCalls(db, span),
    store.findViews(db, span),
    store.findStorage(db, span),
    store.findService(db, principal.companyId),
    store.findRatings(db, span),
  ]);
  const viewsOn = new Map(views.map((one) => [one.day, one.views]));
  const callsOn = new Map(calls.map((one) => [one.day, one]));
  const days = [...new Set([...callsOn.keys(), ...viewsOn.keys()])].toSorted().map((day) => ({
    day,
    calls: callsOn.get(day)?.calls ?? 0,
    answered: callsOn.get(day)?.answered ?? 0,
    minutes: callsOn.get(day)?.minutes ?? 0,
    views: viewsOn.get(day) ?? 0,
  }));
  return { days, storage, service, ratings };
}
