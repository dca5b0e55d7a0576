export { registerRealtime } from './routes';
