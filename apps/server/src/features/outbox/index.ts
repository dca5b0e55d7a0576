export { registerOutbox } from './routes';
