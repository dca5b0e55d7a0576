import { useEffect } from 'react';
import { useMe } from '../platform';
import { CallLayer } from '../assist/calls';
import { goOnline } from './online';
import { usePushes } from './use-pushes';
import { useServiceMinutes } from './use-service-minutes';

/** Makes a signed-in user reachable for calls on every page. */
export function Reachable() {
  const { uniqueId } = useMe();
  useEffect(goOnline, []);
  usePushes(uniqueId);
  useServiceMinutes();
  return <CallLayer />;
}
