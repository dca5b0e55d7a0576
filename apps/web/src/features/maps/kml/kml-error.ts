/**
 * Why a file is not shown. `broken`: no well-formed XML, or a zip that does not unpack; `notKml`: something else; `tooLarge`: more
 * bytes, `tooMany`: more shapes or points than are read; `tooDeep`: more within each other; `tooLong`: it was not read in time.
 */
export type KmlProblem = 'broken' | 'notKml' | 'tooLarge' | 'tooMany' | 'tooDeep' | 'tooLong';

export class KmlError extends Error {
  override readonly name = 'KmlError';
  constructor(readonly code: KmlProblem) {
    super(code);
  }
}
