import { getConfig, useSession } from '../../data';
import type { ListFilters } from '../../data/content-queries';
import { useCustomerFilter } from '../../data/customer-filter';

/** Whether who looks may choose whose contents they see: Discover 6, and a setting of the build. */
export const useMayFilter = (): boolean =>
  useSession(({ status }) => status === 'signedIn') && getConfig().brand.discover.privateFilter;

/** What the lists of scenes are of: private contents only, or all (Discover 7, «ac»), and of which company. */
export function useAreaFilters(): ListFilters {
  const mayFilter = useMayFilter();
  const { customer, isPrivateOnly } = useCustomerFilter();
  if (!mayFilter) return { ac: 1 };
  return { ac: isPrivateOnly ? 2 : 1, ...(customer !== null && { owCode: [customer] }) };
}
