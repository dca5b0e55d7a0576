export { newContact } from './newcomer';
export { announceAvailability, connectedDevices, contactViews, helpersOf } from './presence';
export { registerContacts } from './routes';
export { insertContact } from './store';
