/** Loading and drawing 3D models, for other features. */
export { freeModel } from '../models/free-model';
export { loadModel } from '../models/load-model';
export { createRenderer, type ModelRenderer } from '../models/renderer';
