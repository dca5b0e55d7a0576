export { registerDirectory } from './routes';
