import { ROLE_IDS, rolesToInvite } from '@earth/contracts';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../app/i18n';
import { api, useMe } from '../../../data';
import { refreshInvitations } from '../../../data/queries';
import { LineButton, QuietButton } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { showToast } from '../../../ui/toast';
import { InviteForm } from './InviteForm';
import styles from './invitations.module.css';
import { texts } from './texts';

/** Invites somebody who is not there yet. For whom may: others see nothing of it. */
export function InviteButton() {
  const t = useTexts(texts);
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  const [role] = rolesToInvite(me.role.code);
  if (!role) return null;
  const close = () => setOpen(false);
  return (
    <>
      <LineButton icon={<IconUserPlus size={20} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('invite')}
      </LineButton>
      <Dialog isOpen={isOpen} onClose={close} title={t('inviteTitle')}>
        <p className={styles.quiet}>{t('inviteLine')}</p>
        <InviteForm
          first={{ email: '', name: '', roleUniqueId: ROLE_IDS[role] }}
          label={t('send')}
          onSend={async (typed) => {
            const { email } = await api.invite(typed);
            void refreshInvitations();
            close();
            showToast(t('sent', { email }));
          }}
        >
          <QuietButton onClick={close}>{t('cancel')}</QuietButton>
        </InviteForm>
      </Dialog>
    </>
  );
}
