/**
 * Settings of the notification texts on this device: whether they contain message texts, and their language. Stored where the
 * service worker can read them.
 */
import { get, set } from 'idb-keyval';
import { NOTICE_TEXTS, orNothing } from '../storage/indexed-store';

const LANGUAGE = 'noticeLanguage';

/** True until the user switches it off. A browser without storage has no keys for message texts anyway. */
export const readAreTextsShown = (): Promise<boolean> =>
  orNothing(async () => (await get<boolean>(NOTICE_TEXTS)) ?? true, false);

export const writeAreTextsShown = (areShown: boolean): Promise<void> => set(NOTICE_TEXTS, areShown);

/** The app's language; null: the app was not opened since, or the browser stores nothing. */
export const readNotificationLanguage = (): Promise<string | null> =>
  orNothing(async () => (await get<string>(LANGUAGE)) ?? null, null);

export const writeNotificationLanguage = (language: string): void =>
  void orNothing(() => set(LANGUAGE, language), undefined);
