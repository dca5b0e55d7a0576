export { BackgroundModel, type Foreground, LEARNING_FRAMES } from './background';
export { detect, type Detection, framePyramid, prepareFrame } from './detect';
export { Engine, type FrameResult, type Sighting } from './engine';
export * from './homography';
export { createImage, type GrayImage, grayOfRgba, sampleInside } from './image';
export { Kernels } from './kernels';
export { OneEuroFilter } from './one-euro';
export { type Camera, guessCamera, type Pose, poseFrom, project, reprojectionError } from './pose';
export { assembleTarget, canonicalOf, type Target, trainTarget } from './target';
export { findRivals, rateTarget, type Trackability, type TrackabilityReason } from './trackability';
export { Tracker } from './track';
export { indexFeatures } from './index-features';
export { type ViewFeatures, ViewIndex } from './shortlist';
export {
  DamagedViewError,
  decodeIndex,
  decodeView,
  encodeIndex,
  encodeIndexRecord,
  encodeView,
  indexBytes,
  type IndexedView,
  MASK_SIDE,
  type StoredView,
  UnknownFormatError,
  VIEW_FORMAT,
} from './view-format';
