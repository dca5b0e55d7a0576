/**
 * Why a file is not shown. `broken`: no well-formed XML, or a zip that does not unpack; `notKml`: something else; `tooLarge`: more
 * bytes, `tooMany`: more shapes than are read; `tooLong`: it was not read in time.
 */
export type KmlProblem = 'broken' | 'notKml' | 'tooLarge' | 'tooMany' | 'tooLong';

export class KmlError extends Error {
  override readonly name = 'KmlError';
  constructor(readonly code: KmlProblem) {
    super(code);
  }
}
