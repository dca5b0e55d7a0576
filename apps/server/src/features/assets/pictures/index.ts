export { registerPictures } from './routes';
export { storePicture } from './service';
