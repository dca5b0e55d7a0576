import { IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { useMe } from '../../platform';
import { LineButton } from '../../ui/controls/Button';
import { openPart } from '../../ui/feedback/lazy-part';
import { DevicesDialog, useCall } from '../../assist/calls';
import { Group } from './Group';
import { texts } from './texts';

/** The devices for calls. An incoming call needs them, so the dialog closes. */
export function Devices() {
  const t = useTexts(texts);
  const me = useMe();
  const { phase } = useCall().view;
  const isInCall = phase === 'calling' || phase === 'inCall';
  const [isOpen, setOpen] = useState(false);
  if (isOpen && isInCall) setOpen(false);
  return (
    <Group title={t('devices')} line={t('devicesLine')}>
      <LineButton
        isField
        icon={<IconSettings size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => void openPart(DevicesDialog, () => setOpen(true))}
      >
        {t('devices')}
      </LineButton>
      {isOpen && <DevicesDialog onClose={() => setOpen(false)} me={me} />}
    </Group>
  );
}
