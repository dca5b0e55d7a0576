import { rolesToInvite } from '@earth/contracts';
import { useTexts } from '../../../shared/i18n';
import { useMe } from '../../../platform';
import { Dialog } from '../../../ui/overlay/Dialog';
import styles from './invitations.module.css';
import { NewInvitation } from './NewInvitation';
import { texts } from './texts';

interface InviteDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Invites a new person by e-mail. Only for users who may invite; nothing for others. */
export function InviteDialog({ isOpen, onClose }: InviteDialogProps) {
  const t = useTexts(texts);
  const me = useMe();
  const [role] = rolesToInvite(me.role.code);
  if (!role) return null;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('inviteTitle')}>
      <p className={styles.quiet}>{t('inviteLine')}</p>
      <NewInvitation role={role} onClose={onClose} />
    </Dialog>
  );
}
