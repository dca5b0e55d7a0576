import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '../../platform';
import { useEditDraft } from '../../shared/use-edit-draft';
import { useRequest } from '../../shared/use-request';
import { type Changes, changeFields, conflictsIn, resolveConflicts, withChanges } from './model/changes';

interface Versioned {
  readonly version: number;
}

interface Form<Settings extends Versioned, Values extends object> {
  readonly queryKey: readonly string[];
  readonly settings: Settings;
  readonly valuesOf: (settings: Settings) => Values;
  readonly send: (values: Values, changes: Changes<Values>, basedOn: number) => Promise<Settings>;
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

/** If others save again and again meanwhile. */
const TRIES = 3;

/** Saves over what is stored now, unless others have changed the same fields. @returns what the user has to choose */
async function save<Settings extends Versioned, Values extends object>(
  client: QueryClient,
  form: Form<Settings, Values>,
  changes: Changes<Values>,
  tries = TRIES,
): Promise<Conflicting<Values> | null> {
  const { queryKey, valuesOf, send } = form;
  const settings = client.getQueryData<Settings>(queryKey) ?? form.settings;
  const stored = valuesOf(settings);
  const keys = conflictsIn(stored, changes);
  if (keys.length > 0) return { keys, stored };
  try {
    const saved = await send(withChanges(stored, changes), changes, settings.version);
    client.setQueryData(queryKey, saved);
    form.onDone(saved);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError && error.error === 'settingsChanged') || tries === 1) throw error;
    await client.refetchQueries({ queryKey, exact: true }, { throwOnError: true });
    return await save(client, form, changes, tries - 1);
  }
}

const isEmpty = (changes: object): boolean => Object.keys(changes).length === 0;

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
  const discard = () => {
    setChanges({});
    setRestored(false);
    forget();
  };
  const send = (wanted: Changes<Values>) =>
    void ask(async () => {
      const found = await save(client, form, wanted);
      setConflicting(found);
      if (found === null) discard();
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
    discard,
    closeConflict: () => setConflicting(null),
    /** Saves with the user's choices. */
    resolve(mine: ReadonlySet<keyof Values>) {
      if (!conflicting) return;
      const resolved = resolveConflicts(conflicting.stored, changes, mine);
      setChanges(resolved);
      send(resolved);
    },
  };
}

export type SettingsForm<Values extends object> = ReturnType<typeof useSettingsForm<Versioned, Values>>;
