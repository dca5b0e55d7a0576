/**
 * Recognition in the browser. A screen opens the camera (`useLiveCamera`), calls `startVision` with the index of what may be in sight, and
 * then `watchFrames` with `vision.look`, which says where the views are in each frame. `vision.stop()` frees everything.
 */
export { watchFrames } from './frame-source';
export { fetchMarkerIndex, fetchModelIndex, isKept, isVisitor, keptFile, keptJson, networkFirst } from './view-files';
export { findDetails } from './find-details';
export { startVision, Vision } from './vision';
export type { Details, ListedView, SeenFrame, SeenView } from './vision-job';
export { VisionError } from './model/thread';
