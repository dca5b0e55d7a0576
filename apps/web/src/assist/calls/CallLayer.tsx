import type { Profile } from '@earth/contracts';
import { useEffect } from 'react';
import { useMe } from '../../platform';
import { startCalls, useCallScreens } from './model/call-session';

/** The net may be away just when the calls are loaded: without them nothing would ring. */
const RETRY_MS = 5_000;

const loadPageCalls = (me: Profile) => import('./page-calls').then(({ createPageCalls }) => createPageCalls(me));

/** Whatever a call shows, over whatever is open. Mounted once, in the shell of who is signed in. */
export function CallLayer() {
  const me = useMe();
  const screens = useCallScreens();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const start = () =>
      startCalls(me, loadPageCalls).catch(() => {
        timer = setTimeout(() => void start(), RETRY_MS);
      });
    void start();
    return () => clearTimeout(timer);
  }, [me]);
  return screens;
}
