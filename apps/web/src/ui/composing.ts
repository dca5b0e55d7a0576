/**
 * Whether a key belongs to an input method: it confirms words, and is not meant for the page. Safari ends the composition before the
 * Enter that confirms it, and marks that key with 229 alone.
 */
export const isComposing = ({
  isComposing: composes,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => composes || keyCode === 229;
