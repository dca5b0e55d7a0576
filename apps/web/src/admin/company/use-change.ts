import type { CompanySettings, SiteSettings, SiteTerms } from '@earth/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform';
import { useRequest } from '../../shared/use-request';
import { companyQuery, siteQuery, siteTermsQuery } from './queries';

/**
 * A change of settings, made from the version that is shown. If there is a newer one, it is refused and the newer one is loaded: what
 * was typed stays, and is saved when the person asks again.
 */
function useChangeOf<Settings extends { readonly version: number }>(queryKey: readonly string[], onDone: () => void) {
  const client = useQueryClient();
  const { ask, ...state } = useRequest();
  const change = (run: (basedOn: number) => Promise<Settings>) =>
    ask(async () => {
      try {
        client.setQueryData(queryKey, await run(client.getQueryData<Settings>(queryKey)?.version ?? 0));
      } catch (error) {
        if (error instanceof ApiError && error.error === 'settingsChanged')
          await client.invalidateQueries({ queryKey });
        throw error;
      }
      onDone();
    });
  return { change, ...state };
}

export const useChange = (onDone: () => void) => useChangeOf<CompanySettings>(companyQuery.queryKey, onDone);
export const useSiteChange = (onDone: () => void) => useChangeOf<SiteSettings>(siteQuery.queryKey, onDone);
export const useTermsChange = (onDone: () => void) => useChangeOf<SiteTerms>(siteTermsQuery.queryKey, onDone);
