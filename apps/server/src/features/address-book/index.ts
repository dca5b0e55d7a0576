export { registerAddressBook } from './routes';
