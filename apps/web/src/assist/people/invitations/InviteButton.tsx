import { rolesToInvite } from '@earth/contracts';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { useMe } from '../../../platform';
import { LineButton } from '../../../ui/controls/Button';
import { InviteDialog } from './InviteDialog';
import { texts } from './texts';

/** Invites a new person, on a page without other ways to add one. Only for users who may invite; hidden for others. */
export function InviteButton() {
  const t = useTexts(texts);
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  if (rolesToInvite(me.role.code).length === 0) return null;
  return (
    <>
      <LineButton icon={<IconSend size={20} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('invite')}
      </LineButton>
      <InviteDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
