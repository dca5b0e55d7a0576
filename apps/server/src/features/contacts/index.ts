export { newContact } from './newcomer';
export { isColleague } from './policy';
export { announceAvailability, contactViews, helpersOf } from './presence';
export { registerContacts } from './routes';
export { insertContact } from './store';
