export { rescue } from './rescue';
export { registerSingleSignOn } from './routes';
