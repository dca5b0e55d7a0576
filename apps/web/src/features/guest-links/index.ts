export { InviteByLink } from './InviteByLink';
export { InviteIntoCall } from './InviteIntoCall';
export { LinkPanel } from './LinkPanel';
export { OpenLinks } from './OpenLinks';
export { useGuestLink } from './use-guest-link';
