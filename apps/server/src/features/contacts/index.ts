export { announceAvailability, contactViews } from './presence';
export { registerContacts } from './routes';
