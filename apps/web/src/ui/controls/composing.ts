interface Pressed {
  readonly isComposing: boolean;
  /** Standards call it obsolete, but nothing else tells in Safari. */
  readonly keyCode: number;
}

/**
 * Whether a key belongs to an input method: it confirms words, and is not meant for the page. Safari ends the composition before the
 * Enter that confirms it, and marks that key with 229 alone.
 */
export const isComposing = (pressed: Pressed): boolean => pressed.isComposing || pressed.keyCode === 229;
