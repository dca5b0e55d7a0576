import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { EncryptionDialog } from '../../../account/keys';
import { isGuestPage } from '../../../platform';
import { useTexts } from '../../../shared/i18n';
import { openPart } from '../../../ui/feedback/lazy-part';
import { texts } from '../texts';

/** What «Encrypted» means. Without `open` for a guest, who has no keys to protect. */
export function useEncryptionWords() {
  const [isExplained, setExplained] = useState(false);
  return {
    open: isGuestPage ? null : () => void openPart(EncryptionDialog, () => setExplained(true)),
    dialog: isExplained && <EncryptionDialog isInCall onClose={() => setExplained(false)} />,
  };
}

/** «Encrypted», which explains itself; to a guest only the word. */
export function Lock({ className = '' }: { readonly className: string | undefined }) {
  const say = useTexts(texts);
  const { open, dialog } = useEncryptionWords();
  const words = (
    <>
      <IconLock size={16} stroke={1.75} aria-hidden="true" />
      {say('encrypted')}
    </>
  );
  if (!open) return <span className={className}>{words}</span>;
  return (
    <>
      <button type="button" className={className} onClick={open}>
        {words}
      </button>
      {dialog}
    </>
  );
}
