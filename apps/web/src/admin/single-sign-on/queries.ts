import { getSignOnSettings } from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
import { sendCall } from '../../platform';

export const signOnQuery = queryOptions({
  queryKey: ['sign-on-settings'],
  queryFn: () => sendCall(getSignOnSettings, {}),
  staleTime: 0,
});
