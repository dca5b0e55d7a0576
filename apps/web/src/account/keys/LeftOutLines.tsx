import type { Contact } from '@earth/contracts';
import { IconKey } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { createKeyQuestions } from '../../platform/crypto/key-question';
import { useLeftOut } from '../../platform/crypto/left-out';
import { useScoped } from '../../platform/session/scope-context';
import { TextButton } from '../../ui/controls/Button';
import styles from './keys.module.css';
import { texts } from './texts';

type Person = Pick<Contact, 'uniqueId' | 'name' | 'publicKey'>;

/** The recipients for whom messages are not sealed, and why. */
export function LeftOutLines({ people }: { readonly people: readonly Person[] }) {
  const t = useTexts(texts);
  const { askAgain } = useScoped(createKeyQuestions);
  const leftOut = useLeftOut(people);
  return (
    <div role="status">
      {leftOut.map(({ person, why }) => (
        <p key={person.uniqueId} className={styles.leftOut}>
          <IconKey size={16} stroke={1.75} aria-hidden="true" />
          <span>{t(why === 'changed' ? 'leftOutChanged' : 'leftOutUnusable', { name: person.name })}</span>
          {why === 'changed' && <TextButton onClick={() => askAgain(person)}>{t('decide')}</TextButton>}
        </p>
      ))}
    </div>
  );
}
