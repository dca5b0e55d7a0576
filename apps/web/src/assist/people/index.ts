export { People } from './People';
export { PersonPage } from './PersonPage';
export { InviteButton } from './invitations/InviteButton';
export { InviteDialog } from './invitations/InviteDialog';
export { usePeopleOrder, usePresenceWords } from './presence-words';
export { useRoleWords } from './use-role-words';
