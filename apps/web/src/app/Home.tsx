import { isController } from '@earth/contracts';
import { lazy, Suspense } from 'react';
import { useMe } from '../data';

const Console = lazy(async () => ({ default: (await import('../features/console')).Console }));
const HelpHome = lazy(async () => ({ default: (await import('../features/help')).HelpHome }));

/** The first page: the field user's, or the controller's. */
export function Home() {
  const { role } = useMe();
  return <Suspense fallback={null}>{isController(role.code) ? <Console /> : <HelpHome />}</Suspense>;
}
