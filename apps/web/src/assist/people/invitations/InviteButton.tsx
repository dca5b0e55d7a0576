import { rolesToInvite } from '@earth/contracts';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { useMe } from '../../../platform';
import { LineButton } from '../../../ui/controls/Button';
import { Dialog } from '../../../ui/overlay/Dialog';
import styles from './invitations.module.css';
import { NewInvitation } from './NewInvitation';
import { texts } from './texts';

/** Invites a new person. Only for users who may invite; hidden for others. */
export function InviteButton() {
  const t = useTexts(texts);
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  const [role] = rolesToInvite(me.role.code);
  if (!role) return null;
  const close = () => setOpen(false);
  return (
    <>
      <LineButton icon={<IconSend size={20} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('invite')}
      </LineButton>
      <Dialog isOpen={isOpen} onClose={close} title={t('inviteTitle')}>
        <p className={styles.quiet}>{t('inviteLine')}</p>
        <NewInvitation role={role} onClose={close} />
      </Dialog>
    </>
  );
}
