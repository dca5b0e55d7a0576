export { registerPictures } from './routes';
export { keepPicture } from './service';
