import { currentContentLanguage } from '../shared/i18n';
import { LANDING_IMAGE } from '../shared/start-page';

/** How long the start waits for the menu before it uses the build's start page. */
const MENU_WAIT_MS = 2_000;

/** Whether a visitor's menu has an entry at this address. Also caches the menu. Rejects if a script fails to load. */
async function isInMenu(address: string): Promise<boolean> {
  const [{ hasEntryAt }, { menuQuery }, { contentsClient }] = await Promise.all([
    import('../discover/menu'),
    import('../discover/lists/model/content-queries'),
    import('../discover/lists/model/contents-client'),
  ]);
  return hasEntryAt(await contentsClient.query({ ...menuQuery(currentContentLanguage()), retry: false }), address);
}

/** Whether a visitor can start at this address. True if that is unknown: the page then shows the problem and retries. */
export async function canStartAt(address: string): Promise<boolean> {
  // It is never in the menu.
  if (address === LANDING_IMAGE) return true;
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, MENU_WAIT_MS, true));
  return await Promise.race([isInMenu(address).catch(() => true), late]);
}
