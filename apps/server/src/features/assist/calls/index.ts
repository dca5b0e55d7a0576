export { readCallFile } from './contents';
export { registerCalls } from './routes';
export { isInCall } from './service';
