/** Whether a tutorial is skipped (D3.30); the menu's is named like the others. */
export type TutorialName = 'menu' | 'ar_logo' | 'ar_scene' | 'discover' | 'plate_search';

const keyOf = (name: TutorialName) => `skip_${name}_tutorial`;

export const isTutorialSkipped = (name: TutorialName): boolean => localStorage.getItem(keyOf(name)) === 'true';

/** If the storage is full, it is shown again. */
export function skipTutorial(name: TutorialName, isSkipped: boolean): void {
  try {
    if (isSkipped) localStorage.setItem(keyOf(name), 'true');
    else localStorage.removeItem(keyOf(name));
  } catch {
    // Unchanged.
  }
}
