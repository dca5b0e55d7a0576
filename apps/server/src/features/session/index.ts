export { registerSession } from './routes';
export { privateKeyContext } from './service';
