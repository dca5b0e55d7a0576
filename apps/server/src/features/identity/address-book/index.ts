export { registerAddressBook } from './routes';
export { acquaint, announceAcquaintance } from './service';
