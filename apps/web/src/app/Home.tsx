import { isController } from '@earth/contracts';
import { useMe } from '../platform';
import { lazyPart } from '../ui/feedback/lazy-part';

const Console = lazyPart(() => import('../assist/console'), 'Console');
const HelpHome = lazyPart(() => import('../assist/help'), 'HelpHome');

/** Preloads the first page of this kind of user. */
export const loadHome = (isForController: boolean): Promise<void> | undefined =>
  (isForController ? Console : HelpHome).preload();

/** The first page: the field user's, or the controller's. */
export function Home() {
  const { role } = useMe();
  return isController(role.code) ? <Console /> : <HelpHome />;
}
