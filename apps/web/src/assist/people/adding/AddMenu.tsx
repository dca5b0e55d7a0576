import { rolesToInvite } from '@earth/contracts';
import { IconLink, IconMail, IconUserPlus, IconUserSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useMe } from '../../../platform';
import { useTexts } from '../../../shared/i18n';
import { QuietButton } from '../../../ui/controls/Button';
import { type MenuAct, OverflowMenu } from '../../../ui/controls/OverflowMenu';
import { useGuestLinkDialog } from '../../guest-links';
import { InviteDialog } from '../invitations/InviteDialog';
import { AddDialog } from './AddDialog';
import { texts } from './texts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** The ways to add somebody: a guest by a link, a new person by e-mail, a colleague who has an account already. */
function useWays(open: (dialog: 'invite' | 'find') => void, link: (() => void) | null): readonly MenuAct[] {
  const t = useTexts(texts);
  const me = useMe();
  const mayInvite = rolesToInvite(me.role.code).length > 0;
  const company = me.company.name;
  const guest = { id: 'link', label: t('guestLink'), line: t('guestLinkLine'), icon: <IconLink {...icon} /> };
  const invite = { id: 'invite', label: t('byEmail'), line: t('byEmailLine'), icon: <IconMail {...icon} /> };
  const find = { id: 'find', label: t('colleague'), line: t('colleagueLine', { company }) };
  return [
    ...(link ? [{ ...guest, onChoose: link }] : []),
    ...(mayInvite ? [{ ...invite, onChoose: () => open('invite') }] : []),
    { ...find, icon: <IconUserSearch {...icon} />, onChoose: () => open('find') },
  ];
}

/** «Add»: the one door to everybody who is not in the list yet. If there is only one way, it opens at once. */
export function AddMenu() {
  const t = useTexts(texts);
  const [dialog, setDialog] = useState<'none' | 'invite' | 'find'>('none');
  /** A new key each time it opens, so that it starts empty; while it closes, its content stays. */
  const [openings, setOpenings] = useState(0);
  const open = (which: 'invite' | 'find') => {
    setOpenings(openings + 1);
    setDialog(which);
  };
  const close = () => setDialog('none');
  const link = useGuestLinkDialog();
  const ways = useWays(open, link.open);
  return (
    <>
      {ways.length > 1 ? (
        <OverflowMenu label={t('add')} hasWords icon={<IconUserPlus {...icon} />} acts={ways} />
      ) : (
        <QuietButton icon={<IconUserPlus {...icon} />} onClick={() => open('find')}>
          {t('add')}
        </QuietButton>
      )}
      <AddDialog key={`find ${openings}`} isOpen={dialog === 'find'} onClose={close} />
      <InviteDialog isOpen={dialog === 'invite'} onClose={close} />
      {link.dialog}
    </>
  );
}
