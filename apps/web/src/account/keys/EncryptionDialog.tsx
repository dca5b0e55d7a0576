import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { firstName } from '../../shared/format';
import { useTexts } from '../../shared/i18n';
import { useMe } from '../../platform';
import { ButtonLink, QuietButton } from '../../ui/controls/Button';
import { openPart } from '../../ui/feedback/lazy-part';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import { Encryption } from './Encryption';
import { SafetyDialog } from './lazy-safety-dialog';
import type { Person } from './SafetyDialog';
import { texts } from './texts';

interface EncryptionDialogProps {
  /** With whom the safety number can be compared. */
  readonly people?: readonly Person[];
  /** In a call the keys stay as they are. */
  readonly isInCall?: boolean;
  readonly onClose: () => void;
}

const nobody: readonly Person[] = [];

/** What «Encrypted» means, and what the user can do. */
export function EncryptionDialog({ people = nobody, isInCall = false, onClose }: EncryptionDialogProps) {
  const t = useTexts(texts);
  const { hasProtectedKeys = false } = useMe();
  const [compared, setCompared] = useState<Person | null>(null);
  if (compared) return <SafetyDialog person={compared} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title={t('encryption')}>
      <Encryption hasProtectedKeys={hasProtectedKeys} />
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('close')}</QuietButton>
        {people.map((person) => (
          <QuietButton
            key={person.uniqueId}
            icon={<IconShieldCheck size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => void openPart(SafetyDialog, () => setCompared(person))}
          >
            {people.length === 1 ? t('safety') : t('safetyWith', { name: firstName(person.name) })}
          </QuietButton>
        ))}
        {!isInCall && (
          <ButtonLink to="/settings/keys" kind="filled">
            {t(hasProtectedKeys ? 'toKeys' : 'protectShort')}
          </ButtonLink>
        )}
      </DialogAnswers>
    </Dialog>
  );
}
