import { ROLE_IDS, type RoleCode } from '@earth/contracts';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { api } from '../../../platform';
import { refreshInvitations } from '../../../shared/queries';
import { QuietButton } from '../../../ui/controls/Button';
import { showToast } from '../../../shared/toast';
import { InviteForm } from './InviteForm';
import { texts } from './texts';
import { useScope } from '../../../platform/session/scope-context';

interface NewInvitationProps {
  /** The e-mail address, if it is known already. */
  readonly email?: string;
  /** The first role that the user may give. */
  readonly role: RoleCode;
  readonly onClose: () => void;
}

/** The form of a new invitation. */
export function NewInvitation({ email = '', role, onClose }: NewInvitationProps) {
  const scope = useScope();
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <InviteForm
      first={{ email, name: '', roleUniqueId: ROLE_IDS[role], language }}
      label={t('send')}
      onSend={async (typed) => {
        const sent = await api.invite(typed);
        void refreshInvitations(scope);
        onClose();
        showToast(t('sent', { email: sent.email }));
      }}
    >
      <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
    </InviteForm>
  );
}
