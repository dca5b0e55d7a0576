import type { CompanySettings } from '@earth/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform';
import { useRequest } from '../../shared/use-request';
import { companyQuery } from './queries';

/** Deletes a thing of the company. If others have changed the settings meanwhile, they are loaded, and the user decides again. */
export function useDeletion(onDone: () => void) {
  const client = useQueryClient();
  const { ask, ...state } = useRequest();
  const run = (remove: (basedOn: number) => Promise<CompanySettings>) =>
    ask(async () => {
      const { queryKey } = companyQuery;
      try {
        client.setQueryData(queryKey, await remove(client.getQueryData(queryKey)?.version ?? 0));
      } catch (error) {
        if (error instanceof ApiError && error.error === 'settingsChanged')
          await client.invalidateQueries({ queryKey });
        throw error;
      }
      onDone();
    });
  return { run, ...state };
}
