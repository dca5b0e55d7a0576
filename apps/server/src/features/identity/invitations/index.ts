export { acceptAll, lockInvitationsTo } from './acceptance';
export { registerInvitations } from './routes';
