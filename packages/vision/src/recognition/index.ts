export { calibrate, type Calibration, type CalibrationProduct, DEFAULT_CALIBRATION } from './calibration';
export {
  Catalogue,
  encodeCatalogue,
  type RecognitionMatch,
  type SearchOptions,
} from './catalogue';
export { choosePictures } from './choose-pictures';
export type { ColorImage } from './color-image';
export { type Lab, labOf } from './colors';
export { decodeDescription, type Description, encodeDescription } from './description';
export { CALIBRATION_VERSION, RECOGNITION_FORMAT } from './format';
export { type PhotographOptions, simulatePhotograph } from './photograph';
export type { RecognitionMode } from './ranking';
export { Recognizer } from './recognizer';
export { rectify } from './rectify';
export { findRegions, type RecognizedRegion } from './regions';
export { sharpness } from './sharpness';
export { findTile, type Quad } from './tile';
export { DamagedViewError, UnknownFormatError } from '../view-format';
