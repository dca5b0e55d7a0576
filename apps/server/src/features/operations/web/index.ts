export { registerWeb } from './routes';
