export { newContact } from './newcomer';
export { isColleague } from './policy';
export { announceAvailability, contactViews, helpersOf } from './presence';
export { registerContacts } from './routes';
export { profileOf } from './service';
export { insertContact, markSeen } from './store';
