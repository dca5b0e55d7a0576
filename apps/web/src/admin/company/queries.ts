/** The settings of the company. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform';

export const companyQuery = queryOptions({
  queryKey: ['company-settings'],
  queryFn: () => api.getCompanySettings(),
  staleTime: 0,
});
