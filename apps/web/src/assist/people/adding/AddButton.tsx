import { isController } from '@earth/contracts';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { useMe } from '../../../platform';
import { IconButton } from '../../../ui/controls/IconButton';
import { AddDialog } from './AddDialog';
import { texts } from './texts';

/** Adds a colleague to the address book. */
export function AddButton() {
  const t = useTexts(texts);
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  /** A new key each time it opens, so that it starts empty; while it closes, its content stays. */
  const [openings, setOpenings] = useState(0);
  const open = () => {
    setOpenings(openings + 1);
    setOpen(true);
  };
  return (
    <>
      <IconButton
        label={t('add')}
        icon={<IconUserPlus size={24} stroke={1.75} aria-hidden="true" />}
        isField={!isController(me.role.code)}
        onClick={open}
      />
      <AddDialog key={openings} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
