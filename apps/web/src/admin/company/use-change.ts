import type { CompanySettings } from '@earth/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform';
import { useRequest } from '../../shared/use-request';
import { companyQuery } from './queries';

/**
 * A change of the settings, made from the version that is shown. If there is a newer one, it is refused and the newer one is loaded: what
 * was typed stays, and is saved when the person asks again.
 */
export function useChange(onDone: () => void) {
  const client = useQueryClient();
  const { ask, ...state } = useRequest();
  const { queryKey } = companyQuery;
  const change = (run: (basedOn: number) => Promise<CompanySettings>) =>
    ask(async () => {
      try {
        client.setQueryData(queryKey, await run(client.getQueryData(queryKey)?.version ?? 0));
      } catch (error) {
        if (error instanceof ApiError && error.error === 'settingsChanged')
          await client.invalidateQueries({ queryKey });
        throw error;
      }
      onDone();
    });
  return { change, ...state };
}
