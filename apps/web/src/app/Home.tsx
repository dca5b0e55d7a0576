import { isController } from '@earth/contracts';
import { lazy, Suspense } from 'react';
import { useMe } from '../data';

const loadConsole = async () => ({ default: (await import('../features/console')).Console });
const loadHelp = async () => ({ default: (await import('../features/help')).HelpHome });

const Console = lazy(loadConsole);
const HelpHome = lazy(loadHelp);

/** Brings the first page of such a person, ahead of its time. */
export const loadHome = (isForController: boolean): Promise<unknown> => {
  const load = isForController ? loadConsole : loadHelp;
  return load();
};

/** The first page: the field user's, or the controller's. */
export function Home() {
  const { role } = useMe();
  return <Suspense fallback={null}>{isController(role.code) ? <Console /> : <HelpHome />}</Suspense>;
}
