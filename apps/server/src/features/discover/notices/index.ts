export { registerNotices } from './routes';
