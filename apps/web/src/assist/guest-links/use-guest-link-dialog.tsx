import { isController } from '@earth/contracts';
import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n';
import { getConfig, useMe } from '../../platform';
import { Dialog } from '../../ui/overlay/Dialog';
import { LinkPanel } from './LinkPanel';
import { texts } from './texts';
import { useGuestLink } from './use-guest-link';

interface GuestLinkDialog {
  /** Makes a link and shows it. Null: the user may not, or calls are off. */
  readonly open: (() => void) | null;
  readonly dialog: ReactNode;
}

/** The dialog with a new link by which a guest without an account can call the user. For controllers. */
export function useGuestLinkDialog(): GuestLinkDialog {
  const t = useTexts(texts);
  const me = useMe();
  const { state, make, close } = useGuestLink();
  if (!isController(me.role.code) || !getConfig().callsEnabled) return { open: null, dialog: null };
  const open = () => void make();
  return {
    open,
    dialog: (
      <Dialog isOpen={state.type !== 'none'} onClose={close} title={t('invite')}>
        {state.type !== 'none' && <LinkPanel state={state} onRetry={open} onClose={close} />}
      </Dialog>
    ),
  };
}
