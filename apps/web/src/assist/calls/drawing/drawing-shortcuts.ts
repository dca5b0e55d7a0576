/** Keyboard shortcuts over a snapshot that the user can draw on. */
import { areSingleKeyShortcutsOn } from '../../../shared/shortcuts/single-key-shortcuts';
import { tools, type Tool } from './tools';

export type DrawingShortcut =
  | { readonly does: 'tool'; readonly tool: Tool }
  | { readonly does: 'undo' | 'redo' | 'clear' | 'in' | 'out' | 'fit' };

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const plain: Readonly<Record<string, 'clear' | 'in' | 'out' | 'fit'>> = {
  delete: 'clear',
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'fit',
};

/** The action of a pressed key, or null. Single-key shortcuts can be switched off; Ctrl+Z cannot. */
export function drawingShortcutOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): DrawingShortcut | null {
  const letter = key.toLowerCase();
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    if (letter === 'z') return { does: shiftKey ? 'redo' : 'undo' };
    return letter === 'y' ? { does: 'redo' } : null;
  }
  if (!areSingleKeyShortcutsOn()) return null;
  const tool = tools.find(({ keyName }) => keyName === key);
  if (tool) return { does: 'tool', tool: tool.id };
  const does = plain[letter];
  return does ? { does } : null;
}
