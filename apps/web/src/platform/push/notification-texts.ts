/** What notifications on this device say: whether also what was written, and in which language. Where the service worker can read it too. */
import type { Language } from '@earth/contracts';
import { get, set } from 'idb-keyval';
import { NOTICE_TEXTS, orNothing } from '../storage/indexed-store';

const LANGUAGE = 'noticeLanguage';

/** They do, until somebody wants it otherwise here. A browser that keeps nothing has no keys for it either. */
export const readAreTextsShown = (): Promise<boolean> =>
  orNothing(async () => (await get<boolean>(NOTICE_TEXTS)) ?? true, false);

export const writeAreTextsShown = (areShown: boolean): Promise<void> => set(NOTICE_TEXTS, areShown);

/** That of the app; null: nobody has opened it since, or the browser keeps nothing. */
export const readNotificationLanguage = (): Promise<Language | null> =>
  orNothing(async () => (await get<Language>(LANGUAGE)) ?? null, null);

export const writeNotificationLanguage = (language: Language): void =>
  void orNothing(() => set(LANGUAGE, language), undefined);
