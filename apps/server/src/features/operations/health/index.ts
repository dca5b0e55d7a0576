export { registerHealth, registerHealthPage } from './routes';
