export { registerStatistics } from './routes';
