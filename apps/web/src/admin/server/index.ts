export { ServerPage } from './ServerPage';
