export { newContact } from './newcomer';
export { announceAvailability, contactViews } from './presence';
export { registerContacts } from './routes';
export { insertContact } from './store';
