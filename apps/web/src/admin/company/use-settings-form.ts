import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '../../platform';
import { useEditDraft } from '../../shared/use-edit-draft';
import { useRequest } from '../../shared/use-request';
import { type Changes, changeFields, conflictsIn, rebase, resolveConflicts, withChanges } from './model/changes';

interface Versioned {
  readonly version: number;
}

interface Form<Settings extends Versioned, Values extends object> {
  readonly queryKey: readonly string[];
  readonly settings: Settings;
  readonly valuesOf: (settings: Settings) => Values;
  readonly send: (values: Values, changes: Changes<Values>, basedOn: number) => Promise<Settings>;
  /** The user is asked again before their changes are saved over what others have saved meanwhile. */
  readonly asksAgain?: boolean;
  /** The name of the draft on this device, and what it holds. */
  readonly draftName: string;
  readonly draft: Changes<Values> | null;
  readonly onDone: (settings: Settings) => void;
}

/** The fields that others have changed meanwhile, with what is stored now. */
interface Conflicting<Values> {
  readonly keys: readonly (keyof Values)[];
  readonly stored: Values;
}

type Saved<Settings, Values> =
  | { readonly type: 'saved'; readonly settings: Settings }
  | ({ readonly type: 'conflict' } & Conflicting<Values>);

/** If others save again and again meanwhile. */
const TRIES = 3;

const isEmpty = (changes: object): boolean => Object.keys(changes).length === 0;

/** Saves over what is stored now, unless others have changed the same fields. */
async function save<Settings extends Versioned, Values extends object>(
  client: QueryClient,
  form: Form<Settings, Values>,
  changes: Changes<Values>,
  tries = form.asksAgain ? 1 : TRIES,
): Promise<Saved<Settings, Values>> {
  const { queryKey, valuesOf, send } = form;
  const newest = () => client.getQueryData<Settings>(queryKey) ?? form.settings;
  const settings = newest();
  const stored = valuesOf(settings);
  const keys = conflictsIn(stored, changes);
  if (keys.length > 0) return { type: 'conflict', keys, stored };
  // All of it is stored already: of an earlier attempt only the answer was lost.
  if (isEmpty(rebase(stored, changes))) return { type: 'saved', settings };
  try {
    const saved = await send(withChanges(stored, changes), changes, settings.version);
    client.setQueryData(queryKey, saved);
    return { type: 'saved', settings: saved };
  } catch (error) {
    if (!(error instanceof ApiError && error.error === 'settingsChanged')) throw error;
    await client.refetchQueries({ queryKey, exact: true }, { throwOnError: true });
    const now = valuesOf(newest());
    if (tries === 1 && conflictsIn(now, changes).length === 0 && !isEmpty(rebase(now, changes))) throw error;
    return await save(client, form, changes, tries - 1);
  }
}

/**
 * A form of settings that several people may change: what others have saved elsewhere is merged, and the user chooses where they
 * have changed the same fields. What is not saved stays on this device.
 */
export function useSettingsForm<Settings extends Versioned, Values extends object>(form: Form<Settings, Values>) {
  const client = useQueryClient();
  const { ask, forget: forgetProblem, ...request } = useRequest();
  const [changes, setChanges] = useState<Changes<Values>>(form.draft ?? {});
  const [isRestored, setRestored] = useState(form.draft !== null);
  const [conflicting, setConflicting] = useState<Conflicting<Values> | null>(null);
  const stored = form.valuesOf(form.settings);
  const unsaved = useMemo(() => (isEmpty(changes) ? null : changes), [changes]);
  const { forget } = useEditDraft(form.draftName, unsaved);
  const send = (wanted: Changes<Values>) =>
    void ask(async () => {
      const result = await save(client, form, wanted);
      if (result.type === 'conflict') return setConflicting(result);
      // What was typed meanwhile is a change of what is stored now, and is kept again as a draft.
      forget();
      setChanges((now) => rebase(form.valuesOf(result.settings), now, changes));
      setRestored(false);
      form.onDone(result.settings);
    });
  return {
    ...request,
    forgetProblem,
    values: withChanges(stored, changes),
    changes,
    isChanged: unsaved !== null,
    isRestored: isRestored && unsaved !== null,
    conflicting: conflicting && { ...conflicting, mine: withChanges(stored, changes) },
    change: (part: Partial<Values>) => setChanges((now) => changeFields(stored, now, part)),
    save: () => send(changes),
    discard() {
      setChanges({});
      setRestored(false);
      forget();
    },
    closeConflict: () => setConflicting(null),
    /** Applies the user's choices, and saves unless the user is asked again. */
    resolve(mine: ReadonlySet<keyof Values>) {
      if (!conflicting) return;
      setConflicting(null);
      const resolved = resolveConflicts(conflicting.stored, changes, mine);
      if (form.asksAgain) setChanges(resolved);
      else send(resolved);
    },
  };
}

export type SettingsForm<Values extends object> = ReturnType<typeof useSettingsForm<Versioned, Values>>;
