import { isController } from '@earth/contracts';
import { useTexts } from '../../shared/i18n';
import { getConfig, useMe } from '../../platform';
import { Dialog } from '../../ui/overlay/Dialog';
import { LinkButton } from './LinkButton';
import { LinkPanel } from './LinkPanel';
import { texts } from './texts';
import { useGuestLink } from './use-guest-link';

/** Makes a link with which a guest without an account can call the user. Only for controllers; hidden for others. */
export function InviteByLink() {
  const t = useTexts(texts);
  const me = useMe();
  const { state, make, close } = useGuestLink();
  if (!isController(me.role.code) || !getConfig().callsEnabled) return null;
  return (
    <>
      <LinkButton onClick={() => void make()} />
      <Dialog isOpen={state.type !== 'none'} onClose={close} title={t('invite')}>
        {state.type !== 'none' && <LinkPanel state={state} onRetry={() => void make()} onClose={close} />}
      </Dialog>
    </>
  );
}
