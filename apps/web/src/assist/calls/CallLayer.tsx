import type { Profile } from '@earth/contracts';
import { useEffect } from 'react';
import { useMe } from '../../platform';
import { useScope } from '../../platform/session/scope-context';
import type { SessionScope } from '../../platform/session/session-scope';
import { createCalls, useCallScreens } from './model/call-session';

/** Retries loading the calls while the network is down, because without them nothing would ring. */
const RETRY_MS = 5_000;

const loadPageCalls = (scope: SessionScope, me: Profile) =>
  import('./page-calls').then((loaded) => loaded.loadPageCalls(scope, me));

/** The screens of a call, over everything else. Mounted once, beside the pages, because a page may have another shell, or none. */
export function CallLayer() {
  const me = useMe();
  const scope = useScope();
  const screens = useCallScreens();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const start = () =>
      scope
        .get(createCalls)
        .start(() => loadPageCalls(scope, me))
        .catch(() => {
          timer = setTimeout(() => void start(), RETRY_MS);
        });
    void start();
    return () => clearTimeout(timer);
  }, [me, scope]);
  return screens;
}
