import type { SignOnSettings } from '@earth/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform';
import { useRequest } from '../../shared/use-request';
import { signOnQuery } from './queries';

/** A change of the settings: the page shows the answer. After another admin's change it shows that one. */
export function useSignOnChange() {
  const client = useQueryClient();
  const { ask, isBusy, problem, forget } = useRequest();
  const change = (send: () => Promise<SignOnSettings>, onDone?: () => void) =>
    ask(async () => {
      try {
        client.setQueryData(signOnQuery.queryKey, await send());
        onDone?.();
      } catch (error) {
        if (error instanceof ApiError && error.error === 'settingsChanged')
          await client.invalidateQueries({ queryKey: signOnQuery.queryKey });
        throw error;
      }
    });
  return { change, isBusy, problem, forget };
}
