import { isController } from '@earth/contracts';
import { IconLink } from '@tabler/icons-react';
import { useTexts } from '../../app/i18n';
import { getConfig, useMe } from '../../data';
import { LineButton } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { LinkPanel } from './LinkPanel';
import { texts } from './texts';
import { useGuestLink } from './use-guest-link';

/** Makes a link with which somebody without an account calls one. For controllers: others see nothing of it. */
export function InviteByLink() {
  const t = useTexts(texts);
  const me = useMe();
  const { state, make, close } = useGuestLink();
  if (!isController(me.role.code) || !getConfig().callsEnabled) return null;
  return (
    <>
      <LineButton icon={<IconLink size={20} stroke={1.75} aria-hidden="true" />} onClick={() => void make()}>
        {t('invite')}
      </LineButton>
      <Dialog isOpen={state.is !== 'none'} onClose={close} title={t('title')}>
        {state.is !== 'none' && <LinkPanel state={state} onRetry={() => void make()} onClose={close} />}
      </Dialog>
    </>
  );
}
