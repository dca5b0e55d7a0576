export { registerPeople } from './routes';
