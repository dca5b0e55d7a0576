/** The loader of 3D models, for other features. */
export { freeModel } from '../models/free-model';
export { loadModel } from '../models/load-model';
