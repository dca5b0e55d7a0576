/**
 * Why a file is not shown. `broken`: no well-formed XML, or a zip that does not unpack; `notKml`: something else; `tooLarge`: more
 * bytes, `tooMany`: more shapes or points than are read; `tooDeep`: more within each other; `tooLong`: it was not read in time.
 */
export type KmlProblem = 'broken' | 'notKml' | 'tooLarge' | 'tooMany' | 'tooDeep' | 'tooLong';

export class KmlError extends Error {
  override readonly name = 'KmlError';
  /**
   * @param line of the file, from 1. Null: it is about the whole file
   * @param detail what the XML parser says, in English
   */
  constructor(
    readonly code: KmlProblem,
    readonly line: number | null = null,
    readonly detail: string | null = null,
  ) {
    super(code);
  }
}
