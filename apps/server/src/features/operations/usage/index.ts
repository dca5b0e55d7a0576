export { registerUsage } from './routes';
