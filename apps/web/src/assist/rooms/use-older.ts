import { useRef, useState } from 'react';
import { useScope } from '../../platform/session/scope-context';
import { loadOlder } from './model/room-queries';

/** Loads older pages, one at a time; after a failure only on a new request. @param limit of messages in a page */
export function useOlder(roomId: string, hasOlder: boolean, limit?: number) {
  const scope = useScope();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const isLoading = useRef(false);
  async function load() {
    if (!hasOlder || isLoading.current) return;
    isLoading.current = true;
    setState('loading');
    const result = await loadOlder(scope, roomId, limit).then(
      () => 'idle' as const,
      () => 'failed' as const,
    );
    isLoading.current = false;
    setState(result);
  }
  return { state, load };
}
