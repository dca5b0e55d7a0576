import type { Contact } from '@earth/contracts';
import { IconUserMinus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { api } from '../../platform';
import { refreshPeople } from '../../shared/queries';
import { QuietButton } from '../../ui/controls/Button';
import { Question } from '../../ui/overlay/Question';
import { showToast } from '../../shared/toast';
import styles from './people.module.css';
import { texts } from './texts';
import { useFavorites } from './use-favorites';
import { useScope } from '../../platform/session/scope-context';

/** Reads the present address book: another device may have removed the person, or added them again. */
async function remove(contactId: string) {
  const entries = await api.listAddressBook();
  const entry = entries.find(({ contact }) => contact.uniqueId === contactId);
  if (entry) await api.removeFromAddressBook({ id: entry.uniqueId });
}

/** Removes a person from the user's address book, after a question. */
export function RemoveButton({ person }: { readonly person: Contact }) {
  const scope = useScope();
  const t = useTexts(texts);
  const navigate = useNavigate();
  const favorites = useFavorites();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, problem, ask, forget } = useRequest();
  const { name, uniqueId } = person;
  const close = () => {
    setAsking(false);
    forget();
  };
  const confirm = () =>
    ask(async () => {
      await remove(uniqueId);
      favorites.mark(uniqueId, false);
      await navigate({ to: '/people' });
      refreshPeople(scope);
      showToast(t('removed', { name }));
    });
  return (
    <div className={styles.remove}>
      <QuietButton
        isDanger
        icon={<IconUserMinus size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {t('remove')}
      </QuietButton>
      <Question
        isOpen={isAsking}
        title={t('removeQuestion', { name })}
        yes={problem ? t('tryAgain') : t('removeAnswer')}
        isDanger
        isBusy={isBusy}
        problem={problem}
        onYes={() => void confirm()}
        onClose={close}
      >
        <p>{t('removeLine')}</p>
      </Question>
    </div>
  );
}
