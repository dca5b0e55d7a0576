/** Whether notifications on this device say what was written. Where the service worker can read it too. */
import { get, set } from 'idb-keyval';
import { orNothing } from './kept-store';

const NAME = 'noticeTexts';

/** They do, until somebody wants it otherwise here. A browser that keeps nothing has no keys for it either. */
export const readNoticeTexts = (): Promise<boolean> => orNothing(async () => (await get<boolean>(NAME)) ?? true, false);

export const writeNoticeTexts = (areShown: boolean): Promise<void> => set(NAME, areShown);
