export { registerContents } from './routes';
