import type { Sealer } from '@earth/contracts';
import { useState } from 'react';
import { firstName } from '../../shared/format';
import { useTexts } from '../../shared/i18n';
import { createKeyQuestions } from '../../platform/crypto/key-question';
import { createNamed } from '../../platform/crypto/known-keys';
import { useScoped } from '../../platform/session/scope-context';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Dialog } from '../../ui/overlay/Dialog';
import { SafetyDialog } from './lazy-safety-dialog';
import styles from './keys.module.css';
import { texts } from './texts';

/** Asks whether to seal for the changed keys of a compared contact. Nothing is sealed for them before the user agrees. */
export function KeyQuestionDialog({ person }: { readonly person: Pick<Sealer, 'uniqueId' | 'publicKey'> }) {
  const t = useTexts(texts);
  const [isComparing, setComparing] = useState(false);
  const questions = useScoped(createKeyQuestions);
  const fullName = useScoped(createNamed).get(person.uniqueId)?.name ?? t('somebody');
  const name = firstName(fullName);
  const answer = (mayGoOn: boolean) => void questions.answer(person, mayGoOn);
  if (isComparing)
    return (
      <SafetyDialog
        person={{ ...person, name: fullName }}
        onClose={() => {
          setComparing(false);
          void questions.settleCompared(person);
        }}
      />
    );
  return (
    <Dialog isOpen closeOnClickOutside={false} onClose={() => answer(false)} title={t('changedTitle', { name })}>
      <p className={styles.quiet}>{t('changedLine', { name })}</p>
      <div className={styles.answers}>
        <QuietButton onClick={() => answer(false)}>{t('changedNo', { name })}</QuietButton>
        <QuietButton onClick={() => answer(true)}>{t('changedYes')}</QuietButton>
        <FilledButton onClick={() => setComparing(true)}>{t('changedCompare')}</FilledButton>
      </div>
    </Dialog>
  );
}
