/** Notices, as visitors read them and ask for them. */
import {
  type CallArguments,
  type Language,
  type Notice,
  NOTICE_DAYS,
  NOTICES_SHOWN,
  type subscribeToNotices,
} from '@earth/contracts';
import { isAllowedPort } from '../../../adapters/push/addresses';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { readSubscription } from '../../assist/push';
import * as store from './store';

const DAY_MS = 24 * 3600_000;

export async function readNotices({ clock, db }: Context, language: Language): Promise<Notice[]> {
  const since = new Date(clock.now().getTime() - NOTICE_DAYS * DAY_MS);
  const rows = await store.findShown(db, since, NOTICES_SHOWN);
  return rows.map(({ id, sentAt, companyName, shownContentId, ...texts }) => ({
    id,
    date: sentAt.toISOString(),
    ...store.wordsIn(texts, language),
    companyName,
    contentId: shownContentId,
  }));
}

/** @throws ApiError `invalidInput` */
export async function subscribe(
  { db, random, settings }: Context,
  { l: locale, token }: CallArguments<typeof subscribeToNotices>,
): Promise<void> {
  const { address, p256dh, auth } = readSubscription(token);
  if (!isAllowedPort(address, settings.pushPorts)) throw new ApiError('invalidInput', 'token');
  await store.saveSubscription(db, { id: random.id(), address, p256dh, auth, locale });
}

/** @throws ApiError `invalidInput` */
export async function unsubscribe({ db }: Context, token: string): Promise<void> {
  await store.deleteSubscription(db, readSubscription(token));
}
