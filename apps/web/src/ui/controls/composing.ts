interface Pressed {
  readonly isComposing: boolean;
  /** Deprecated, but the only way to tell in Safari. */
  readonly keyCode: number;
}

/**
 * Whether a key press belongs to an input method, which confirms words and is not meant for the page. Safari ends the composition
 * before the Enter that confirms it, and only marks that key with code 229.
 */
export const isComposing = (pressed: Pressed): boolean => pressed.isComposing || pressed.keyCode === 229;
