export { readCallFile } from './contents';
export { pictureEnding } from './pictures';
export { registerCalls } from './routes';
export { isInCall } from './service';
