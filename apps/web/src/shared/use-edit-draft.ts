import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useScope } from '../platform/session/scope-context';
import type { SessionScope } from '../platform/session/session-scope';
import { createEditDrafts } from '../platform/storage/edit-drafts';

/** How long typing must pause before the draft is stored. */
const STORE_AFTER_MS = 300;

/** What an editor has not saved the last time, on this device. */
export const readEditDraft = <Draft>(scope: SessionScope, name: string): Promise<Draft | null> =>
  scope.get(createEditDrafts).read<Draft>(name);

interface Stored<Draft> {
  /** Null: there is none. */
  readonly draft: Draft | null;
}

/** The same in a component; undefined until it is read. */
export function useStoredDraft<Draft>(name: string): Stored<Draft> | undefined {
  const scope = useScope();
  const { data } = useQuery({
    queryKey: ['edit-draft', name],
    queryFn: async () => ({ draft: await readEditDraft<Draft>(scope, name).catch(() => null) }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return data;
}

/**
 * Stores what is not saved yet on this device, so that it survives a reload, a lost net and a session that ended.
 * @param draft the same object as long as nothing changes; null: all is saved
 */
export function useEditDraft(name: string, draft: object | null) {
  const scope = useScope();
  useEffect(() => {
    const drafts = scope.get(createEditDrafts);
    if (draft === null) {
      void drafts.drop([name]);
      return undefined;
    }
    const timer = setTimeout(() => void drafts.keep(name, draft), STORE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [scope, name, draft]);
  /** Resolves when it is gone: a page that is closed before would restore it. */
  const drop = () => scope.get(createEditDrafts).drop([name]);
  return { forget: () => void drop(), drop };
}
