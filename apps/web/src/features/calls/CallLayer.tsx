import { useEffect } from 'react';
import { useMe } from '../../data';
import { startCalls, useCallScreens } from './call-session';

/** The net may be away just when the calls are loaded: without them nothing would ring. */
const RETRY_MS = 5_000;

/** Whatever a call shows, over whatever is open. Mounted once, in the shell of who is signed in. */
export function CallLayer() {
  const me = useMe();
  const screens = useCallScreens();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const start = () =>
      startCalls(me).catch(() => {
        timer = setTimeout(() => void start(), RETRY_MS);
      });
    void start();
    return () => clearTimeout(timer);
  }, [me]);
  return screens;
}
