import { areSingleKeyShortcutsOn } from '../../../shared/shortcuts/single-key-shortcuts';

/** Keyboard shortcuts of a call. Ctrl+Enter accepts a call even from a text field; the others are ignored there. */
export type CallShortcut =
  | 'accept'
  | 'microphone'
  | 'camera'
  | 'snapshot'
  | 'point'
  | 'freeze'
  | 'annotations'
  | 'screen'
  | 'record'
  | 'addPerson'
  | 'live'
  | 'keys';

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly repeat: boolean;
}

const plainKeys: Readonly<Record<string, CallShortcut>> = {
  m: 'microphone',
  v: 'camera',
  s: 'snapshot',
  p: 'point',
  f: 'freeze',
  a: 'annotations',
  d: 'screen',
  r: 'record',
  i: 'addPerson',
  escape: 'live',
  '?': 'keys',
};

/** The action of a pressed key in a call, or null. */
export function callShortcutOf(pressed: Pressed, isTyping: boolean): CallShortcut | null {
  if (pressed.repeat || pressed.altKey) return null;
  if (pressed.ctrlKey || pressed.metaKey) return pressed.key === 'Enter' ? 'accept' : null;
  const key = plainKeys[pressed.key.toLowerCase()] ?? null;
  if (isTyping) return null;
  // Shortcuts that are characters can be switched off; Esc cannot.
  return key === 'live' || areSingleKeyShortcutsOn() ? key : null;
}
