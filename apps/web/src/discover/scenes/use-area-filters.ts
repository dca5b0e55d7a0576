import { getConfig, useSession } from '../../platform';
import type { ListFilters } from '../lists/model/content-queries';
import { useCustomerFilter } from './model/customer-filter';

/** Whether the viewer may use the customer filter: D6.2. */
export const useMayFilter = (): boolean =>
  useSession(({ status }) => status === 'signedIn') && getConfig().brand.discover.privateFilter;

/** Whether public contents are excluded, by the viewer or by the build («public AR contents», D9.22). */
export function useIsPrivateOnly(): boolean {
  const { publicScenes } = getConfig().brand.discover;
  const mayFilter = useMayFilter();
  const { isPrivateOnly } = useCustomerFilter();
  return !publicScenes || (mayFilter && isPrivateOnly);
}

/** The filters of the scene lists: private contents only, or all (D7.12), and the company. */
export function useAreaFilters(): ListFilters {
  const mayFilter = useMayFilter();
  const { customer } = useCustomerFilter();
  const ac = useIsPrivateOnly() ? 2 : 1;
  return { ac, ...(mayFilter && customer !== null && { owCode: [customer] }) };
}
