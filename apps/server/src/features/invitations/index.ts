export { registerInvitations } from './routes';
