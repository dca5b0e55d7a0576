export { registerProfilePictures } from './routes';
