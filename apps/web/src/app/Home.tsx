import { isController } from '@earth/contracts';
import { useMe } from '../data';
import { lazyPart } from '../ui/lazy-part';

const Console = lazyPart(() => import('../features/console'), 'Console');
const HelpHome = lazyPart(() => import('../features/help'), 'HelpHome');

/** Brings the first page of such a person, ahead of its time. */
export const loadHome = (isForController: boolean): Promise<void> | undefined =>
  (isForController ? Console : HelpHome).preload();

/** The first page: the field user's, or the controller's. */
export function Home() {
  const { role } = useMe();
  return isController(role.code) ? <Console /> : <HelpHome />;
}
