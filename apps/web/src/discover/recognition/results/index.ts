export { BoundingBoxResult } from './BoundingBoxResult';
export { PhotoGalleryResult } from './PhotoGalleryResult';
export { RecognitionResults } from './RecognitionResults';
