/** Loading and drawing 3D models, for other features. */
export { AdaptiveResolution } from '../models/adaptive-resolution';
export { freeModel } from '../models/free-model';
export { loadModel } from '../models/load-model';
