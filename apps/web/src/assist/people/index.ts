export { People } from './People';
export { PersonPage } from './PersonPage';
export { usePeopleOrder, usePresenceWords } from './presence-words';
