import { getConfig, useSession } from '../../platform';
import type { ListFilters } from '../lists/model/content-queries';
import { useCustomerFilter } from './model/customer-filter';

/** Whether who looks may choose whose contents they see (D6.2): a setting of the build. */
export const useMayFilter = (): boolean =>
  useSession(({ status }) => status === 'signedIn') && getConfig().brand.discover.privateFilter;

/** Whether public contents are left out: by who looks, or by the build (D9.22). */
export function useIsPrivateOnly(): boolean {
  const { publicScenes } = getConfig().brand.discover;
  const mayFilter = useMayFilter();
  const { isPrivateOnly } = useCustomerFilter();
  return !publicScenes || (mayFilter && isPrivateOnly);
}

/** What the lists of scenes are of: private contents only, or all (`ac`, D7.12), and of which company. */
export function useAreaFilters(): ListFilters {
  const mayFilter = useMayFilter();
  const { customer } = useCustomerFilter();
  const ac = useIsPrivateOnly() ? 2 : 1;
  return { ac, ...(mayFilter && customer !== null && { owCode: [customer] }) };
}
