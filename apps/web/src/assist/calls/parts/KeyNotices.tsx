import type { Contact } from '@earth/contracts';
import { IconKey, IconX } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { isGuestPage } from '../../../platform';
import { createKeyQuestions } from '../../../platform/crypto/key-question';
import { isNews, dismissKeyNews } from '../../../platform/crypto/key-trust';
import { recordKnownKeys, useKnownKeys } from '../../../platform/crypto/known-keys';
import { useLeftOut } from '../../../platform/crypto/left-out';
import { openPart } from '../../../ui/feedback/lazy-part';
import { keysTexts, SafetyDialog } from '../../../account/keys';
import { texts } from '../texts';
import styles from './parts.module.css';
import { useScope } from '../../../platform/session/scope-context';

interface KeyNoticesProps {
  readonly people: readonly Contact[];
  /** While ringing, only the text is shown, without actions. */
  readonly canPutAway?: boolean;
}

/** Warns of changed keys in this call, and names people for whom nothing can be sealed. */
export function KeyNotices({ people, canPutAway = false }: KeyNoticesProps) {
  const scope = useScope();
  const say = useTexts(texts);
  const t = useTexts(keysTexts);
  const known = useKnownKeys();
  const { askAgain } = scope.get(createKeyQuestions);
  const leftOut = new Map(useLeftOut(people).map(({ person, why }) => [person.uniqueId, why]));
  const [compared, setCompared] = useState<Contact | null>(null);
  const keys = people.map(({ uniqueId, publicKey }) => `${uniqueId} ${publicKey}`).join();
  useEffect(() => {
    if (!isGuestPage && keys !== '') void recordKnownKeys(scope, people);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the people are new objects in every view: their keys identify them
  }, [keys]);
  return (
    <>
      {people.map((person) => {
        const { name, uniqueId } = person;
        const why = leftOut.get(uniqueId);
        const isNew = !isGuestPage && uniqueId in known && known[uniqueId] && isNews(known[uniqueId]);
        if (!why && !isNew) return null;
        const text = why === 'unusable' ? 'leftOutUnusable' : why === 'changed' ? 'leftOutChanged' : 'newKeys';
        return (
          <div key={uniqueId} className={styles.notice}>
            <IconKey size={20} stroke={1.75} aria-hidden="true" />
            <span className={styles.grow}>
              {t(text, { name })}{' '}
              {canPutAway && why === 'changed' && (
                <button type="button" className={styles.link} onClick={() => askAgain(person)}>
                  {t('decide')}
                </button>
              )}
              {canPutAway && !why && (
                <button
                  type="button"
                  className={styles.link}
                  onClick={() => void openPart(SafetyDialog, () => setCompared(person))}
                >
                  {t('compareNow')}
                </button>
              )}
            </span>
            {canPutAway && !why && (
              <button
                type="button"
                className={styles.close}
                aria-label={say('close')}
                onClick={() => void dismissKeyNews(scope, uniqueId).catch(() => undefined)}
              >
                <IconX size={20} stroke={1.75} />
              </button>
            )}
          </div>
        );
      })}
      {compared && (
        <Suspense fallback={null}>
          <SafetyDialog person={compared} onClose={() => setCompared(null)} />
        </Suspense>
      )}
    </>
  );
}
