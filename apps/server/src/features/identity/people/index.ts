export { logChange } from './log-store';
export { registerPeople } from './routes';
