export { registerLogs } from './routes';
export { readLogs } from './service';
