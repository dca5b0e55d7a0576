export { InviteByLink } from './InviteByLink';
export { LinkButton } from './LinkButton';
export { LinkPanel } from './LinkPanel';
export { OpenLinks } from './OpenLinks';
export { texts as guestLinkTexts } from './texts';
export { useGuestLink } from './use-guest-link';
export { useGuestLinkDialog } from './use-guest-link-dialog';
