/** The settings of the company and, if it owns the site, of that. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform';

export const companyQuery = queryOptions({
  queryKey: ['company-settings'],
  queryFn: () => api.getCompanySettings(),
  staleTime: 0,
});

export const siteQuery = queryOptions({ queryKey: ['site'], queryFn: () => api.getSite(), staleTime: 0 });

export const siteTermsQuery = queryOptions({
  queryKey: ['site-terms'],
  queryFn: () => api.getSiteTerms(),
  staleTime: 0,
});

const SHOWN = 50;

/** The newest ones. */
export const acceptancesQuery = queryOptions({
  queryKey: ['site-terms', 'acceptances'],
  queryFn: () => api.listAcceptances({ page: 1, pageSize: SHOWN }),
  staleTime: 0,
});
