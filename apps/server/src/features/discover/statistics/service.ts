import {
  type CallArguments,
  type CallData,
  type countEvents,
  type getStatistics,
  isSpan,
  romeDay,
} from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { requireAdmin } from '../../../http/guards';
import type { Principal } from '../../../http/principal';
import * as store from './store';

/** Adds to the day's counts. Contents that do not exist any more are not counted. */
export async function count(
  { clock, db }: Context,
  { l: locale, screens, contents, favourites }: CallArguments<typeof countEvents>,
): Promise<void> {
  const owners = await store.findOwners(db, [...contents, ...favourites]);
  const day = romeDay(clock.now());
  const counts = new Map<string, store.Count>();
  const add = (kind: store.Count['kind'], about: string, companyId: string | null) => {
    const key = `${kind} ${about}`;
    counts.set(key, { day, kind, about, locale, companyId, count: (counts.get(key)?.count ?? 0) + 1 });
  };
  for (const screen of screens) add('screen', screen, null);
  for (const [kind, ids] of [['content', contents] as const, ['favourite', favourites] as const])
    for (const id of ids) {
      const owner = owners.get(id);
      if (owner !== undefined) add(kind, String(id), owner);
    }
  await store.add(db, [...counts.values()]);
}

/** @throws ApiError `notAllowed`; `invalidInput` if the last day is before the first, or a year after it */
export async function statisticsOf(
  { db }: Context,
  principal: Principal,
  { l, from, to }: CallArguments<typeof getStatistics>,
): Promise<CallData<typeof getStatistics>> {
  requireAdmin(principal);
  if (!isSpan(from, to)) throw new ApiError('invalidInput', 'to');
  const span = { companyId: principal.companyId, from, to };
  const [days, screens, contents] = await Promise.all([
    store.findDays(db, span),
    store.findScreens(db, span),
    store.findContents(db, span, l),
  ]);
  return { days, screens, contents };
}
