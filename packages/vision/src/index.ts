export { align, type Alignment } from './align';
export { detect, type Detection, framePyramid, isTrusted, prepareFrame } from './detect';
export * from './homography';
export { createImage, type GrayImage, grayOfRgba } from './image';
export { Kernels } from './kernels';
export { type Target, trainTarget } from './target';
export { Tracker } from './track';
