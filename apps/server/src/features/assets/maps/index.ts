export { registerMaps } from './routes';
export { keepLayer } from './service';
