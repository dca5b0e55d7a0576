import { areSingleKeysOn } from '../../../app/single-keys';

/** The keys of a call. Ctrl+Enter accepts even while something is typed elsewhere; the rest is ignored there. */
export type CallKey =
  | 'accept'
  | 'microphone'
  | 'camera'
  | 'snapshot'
  | 'point'
  | 'freeze'
  | 'annotations'
  | 'screen'
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

const plainKeys: Readonly<Record<string, CallKey>> = {
  m: 'microphone',
  v: 'camera',
  s: 'snapshot',
  p: 'point',
  f: 'freeze',
  a: 'annotations',
  d: 'screen',
  i: 'addPerson',
  escape: 'live',
  '?': 'keys',
};

/** What a pressed key means in a call, or null. */
export function callKeyOf(pressed: Pressed, isTyping: boolean): CallKey | null {
  if (pressed.repeat || pressed.altKey) return null;
  if (pressed.ctrlKey || pressed.metaKey) return pressed.key === 'Enter' ? 'accept' : null;
  const key = plainKeys[pressed.key.toLowerCase()] ?? null;
  if (isTyping) return null;
  // Keys that write something can be switched off; Esc is none of them.
  return key === 'live' || areSingleKeysOn() ? key : null;
}

/** Whether keys go into a text just now. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type="range"]), textarea, select, [role="textbox"]');
}
