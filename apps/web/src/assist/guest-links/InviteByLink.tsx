import { LinkButton } from './LinkButton';
import { useGuestLinkDialog } from './use-guest-link-dialog';

/** Makes a link with which a guest without an account can call the user. Only for controllers; hidden for others. */
export function InviteByLink() {
  const { open, dialog } = useGuestLinkDialog();
  if (!open) return null;
  return (
    <>
      <LinkButton onClick={open} />
      {dialog}
    </>
  );
}
