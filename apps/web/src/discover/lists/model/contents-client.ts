/**
 * Query client of the contents. It is the page's, not a session's: visitors see contents too, and a mounted screen stays when the
 * viewer changes. What was fetched for the former viewer is dropped and fetched again.
 */
import { QueryClient } from '@tanstack/react-query';
import { scopeStore } from '../../../platform';
import { queryDefaults } from '../../../shared/query-client';

export const contentsClient = new QueryClient({ defaultOptions: { queries: queryDefaults ?? {} } });

const reset = () => void contentsClient.resetQueries();

scopeStore.subscribe(reset);
// Another tab announces its sign-out before its token is deleted; this tab may have fetched with that token meanwhile.
addEventListener('storage', ({ key, newValue }) => {
  if (key === null || (key === 'token' && newValue === null)) reset();
});
