export { ConnectServer } from './ConnectServer';
