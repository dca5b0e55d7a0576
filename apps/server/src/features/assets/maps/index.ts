export { registerMaps } from './routes';
export { storeLayer } from './service';
