/**
 * Reason why a file is not shown. `broken`: malformed XML or zip; `notKml`: another kind of file; `tooLarge`: too many bytes; `tooMany`:
 * too many shapes or points; `tooDeep`: nested too deeply; `tooLong`: reading took too long.
 */
export type KmlProblem = 'broken' | 'notKml' | 'tooLarge' | 'tooMany' | 'tooDeep' | 'tooLong';

export class KmlError extends Error {
  override readonly name = 'KmlError';
  /**
   * @param line line of the file, from 1. Null: the error is about the whole file
   * @param detail message of the XML parser, in English
   */
  constructor(
    readonly code: KmlProblem,
    readonly line: number | null = null,
    readonly detail: string | null = null,
  ) {
    super(code);
  }
}
