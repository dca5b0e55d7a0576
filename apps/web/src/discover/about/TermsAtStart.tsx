import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, api, session } from '../../platform';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { contentsClient } from '../lists/model/contents-client';
import styles from './about.module.css';
import { acceptTerms } from './model/accepted-terms';
import { ownTermsQuery } from './model/own-terms';
import { termsQuery } from './model/terms-query';
import { TermsDialog } from './TermsDialog';
import { texts } from './texts';

/** Asks a signed-in person to accept the terms that were published, in the version that is shown; who does not is signed out. */
export function TermsAtStart({ version }: { readonly version: number }) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const language = useContentLanguage();
  const { ask, problem } = useRequest();
  const { data, refetch, isFetching } = useQuery(termsQuery, contentsClient);
  const isNewest = data?.version === version;
  // Those of this page may be older.
  const isStale = data !== undefined && !isNewest;
  useEffect(() => {
    if (isStale) void refetch();
  }, [isStale, refetch]);
  if (!isNewest && (isStale || isFetching)) return null;
  const approve = () =>
    ask(async () => {
      try {
        await api.acceptTerms({ version, language });
      } catch (error) {
        if (error instanceof ApiError && error.error === 'termsChanged') await client.invalidateQueries(ownTermsQuery);
        throw error;
      }
      // Scenes do not ask again.
      acceptTerms();
      client.setQueryData(ownTermsQuery.queryKey, { version, isAccepted: true });
    });
  return (
    <TermsDialog
      isOpen
      onApprove={() => void approve()}
      onClose={() => undefined}
      refusal={{ label: t('signOut'), onRefuse: () => void session.signOut() }}
      problem={problem}
    >
      <p className={styles.changed}>{t('termsNew')}</p>
    </TermsDialog>
  );
}
