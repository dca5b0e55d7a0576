export { registerKeys } from './routes';
