import { useEffect } from 'react';
import { useMe } from '../platform';
import { useScope } from '../platform/session/scope-context';
import { CallLayer } from '../assist/calls';
import { goOnline } from './online';
import { usePushes } from './use-pushes';
import { useServiceMinutes } from './use-service-minutes';

/** Makes a signed-in user reachable for calls on every page. */
export function Reachable() {
  const { uniqueId } = useMe();
  const scope = useScope();
  useEffect(() => goOnline(scope), [scope]);
  usePushes(uniqueId);
  useServiceMinutes();
  return <CallLayer />;
}
