/** Whether the menu's tutorial is skipped: named like the other tutorials (D3.30). */
const KEY = 'skip_menu_tutorial';

export const isTutorialSkipped = (): boolean => localStorage.getItem(KEY) === 'true';

/** If the storage is full, it is shown again. */
export function skipTutorial(isSkipped: boolean): void {
  try {
    if (isSkipped) localStorage.setItem(KEY, 'true');
    else localStorage.removeItem(KEY);
  } catch {
    // Unchanged.
  }
}
