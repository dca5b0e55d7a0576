/** Whether the tutorial of the menu is to be shown no more: its key in local storage is like those of the other tutorials (D3.30). */
const KEY = 'skip_menu_tutorial';

export const isTutorialSkipped = (): boolean => localStorage.getItem(KEY) === 'true';

/** A browser that is full shows it again. */
export function skipTutorial(isSkipped: boolean): void {
  try {
    if (isSkipped) localStorage.setItem(KEY, 'true');
    else localStorage.removeItem(KEY);
  } catch {
    // As it was.
  }
}
