import type { Contact } from '@earth/contracts';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { EncryptionDialog } from '../../../account/keys';
import { useTexts } from '../../../shared/i18n';
import { openPart } from '../../../ui/feedback/lazy-part';
import { texts } from '../texts';

/** What «Encrypted» means, and the safety numbers of the others in the call. */
export function useEncryptionWords(people: readonly Contact[]) {
  const [isExplained, setExplained] = useState(false);
  return {
    open: () => void openPart(EncryptionDialog, () => setExplained(true)),
    dialog: isExplained && <EncryptionDialog people={people} isInCall onClose={() => setExplained(false)} />,
  };
}

interface LockProps {
  readonly people: readonly Contact[];
  readonly className: string | undefined;
}

/** «Encrypted», which explains itself. */
export function Lock({ people, className = '' }: LockProps) {
  const say = useTexts(texts);
  const { open, dialog } = useEncryptionWords(people);
  return (
    <>
      <button type="button" className={className} onClick={open}>
        <IconLock size={16} stroke={1.75} aria-hidden="true" />
        {say('encrypted')}
      </button>
      {dialog}
    </>
  );
}
