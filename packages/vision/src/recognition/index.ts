export { calibrate, type Calibration, type CalibrationProduct, DEFAULT_CALIBRATION } from './calibration';
export {
  Catalogue,
  type CatalogueProduct,
  encodeCatalogue,
  type RecognitionMatch,
  type SearchOptions,
} from './catalogue';
export type { ColorImage } from './color-image';
export { decodeDescription, type Description, encodeDescription } from './description';
export { RECOGNITION_FORMAT } from './format';
export { type PhotographOptions, simulatePhotograph } from './photograph';
export type { RecognitionMode } from './ranking';
export { Recognizer } from './recognizer';
export { sharpness } from './sharpness';
export { DamagedViewError, UnknownFormatError } from '../view-format';
