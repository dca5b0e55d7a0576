export { readCallFile } from './contents';
export { registerCalls } from './routes';
export { whileInCall } from './service';
