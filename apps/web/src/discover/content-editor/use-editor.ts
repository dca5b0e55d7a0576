import { ContentView, type Language } from '@earth/contracts';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { api, ApiError } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { useEditDraft } from '../../shared/use-edit-draft';
import { type FieldKey, type FieldName, fieldKeys, fieldOf } from './model/fields';
import { type Draft, draftName } from './model/draft';
import { type Problem, type Problems, problemsIn } from './model/problems';
import { save, type Saved } from './model/saving';
import { changedKeys, type FieldValue, emptyIn, removedIn, textIn, untitled, type Values } from './model/values';
import { texts } from './texts';

export type Conflicting = Extract<Saved, { readonly type: 'conflict' }>;

export interface EditorProps {
  readonly contentId: number | null;
  readonly modelId: number | null;
  /** It belongs to another content, which says where it is listed and who sees it. */
  readonly isPart: boolean;
  /** What it begins with: what is stored, or a draft. */
  readonly begin: Draft;
  readonly onLeave: () => void;
}

/** The field that an error of a file is about. */
const fieldOfError: Readonly<Partial<Record<string, FieldName>>> = {
  notAPdf: 'attchm',
  notAnMp3: 'audio',
  notAnMp4: 'video',
  notAnImage: 'image',
  tooManyPixels: 'image',
  notAGlb: 'model',
  glbOutside: 'model',
  glbLoop: 'model',
  glbTooDetailed: 'model',
  glbUnsupported: 'model',
};

/** What the server says is wrong, by field. */
function refusedBy(error: unknown): Problems {
  if (!(error instanceof ApiError)) return {};
  const named = fieldKeys.filter((key) => error.fields[key] !== undefined);
  const byField = named.map((key) => [key, { words: error.fields[key] ?? '' }] as const);
  const field = fieldOfError[error.error ?? ''];
  const byFile = fieldKeys
    .filter((key) => fieldOf(key).field === field && (!key.includes('.') || error.message.includes(`texts.${key}`)))
    .map((key) => [key, { words: error.message }] as const);
  return Object.fromEntries([...byField, ...byFile]);
}

/** Counts the files that are being read. */
function useReading() {
  const [count, setCount] = useState(0);
  return {
    isReading: count > 0,
    async read<Result>(work: () => Promise<Result>): Promise<Result> {
      setCount((now) => now + 1);
      try {
        return await work();
      } finally {
        setCount((now) => now - 1);
      }
    },
  };
}

/** @returns whether it is gone: somebody else may have deleted it */
async function deleteContent(contentId: number): Promise<boolean> {
  try {
    await api.deleteContent({ contentId });
    return true;
  } catch (error) {
    return error instanceof ApiError && error.code === 404;
  }
}

/** What is wrong, by field; and the first field that kept the content from being saved, each time. */
function useProblems() {
  const t = useTexts(texts);
  const [problems, setProblems] = useState<Problems>({});
  const [refused, setRefused] = useState<{ readonly key: FieldKey } | null>(null);
  const mark = (key: FieldKey, text: Problem | null) =>
    setProblems(({ [key]: _, ...others }) => (text === null ? others : { ...others, [key]: { text } }));
  return {
    shown: { problems, refused, refuse: mark },
    clear: () => setProblems({}),
    clearFields: (keys: object) =>
      setProblems((now) => Object.fromEntries(Object.entries(now).filter(([key]) => !(key in keys)))),
    refuseAll(found: Problems, words: 'checkFields' | 'savingError') {
      const key = fieldKeys.find((one) => one in found);
      setProblems(found);
      setRefused(key ? { key } : null);
      showToast(t(words));
    },
  };
}

/** Leaves after the page knows that nothing is left to save: otherwise it would ask before it is left. */
function useLeaving(isDone: boolean, onLeave: () => void) {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (isDone) leave();
  }, [isDone]);
}

interface Form {
  readonly values: Values;
  readonly isNew: boolean;
  readonly isPart: boolean;
}

/** The kind is chosen once; a 3D model stands where it is shown. */
function isShown(field: FieldName, { values, isNew, isPart }: Form): boolean {
  switch (field) {
    case 'ctnView':
      return isNew && !isPart;
    case 'model':
      return values.model !== null || textIn(values, 'ctnView') === String(ContentView.markerless);
    case 'ctnType':
    case 'visibility':
    case 'catId':
      return !isPart;
    default:
      return true;
  }
}

/** The state of the editor: values, problems, what is being read and saved. */
export function useEditor({ contentId, modelId, isPart, begin, onLeave }: EditorProps) {
  const t = useTexts(texts);
  const [draft, setDraft] = useState(begin);
  const { shown, clear, clearFields, refuseAll } = useProblems();
  const { isReading, read } = useReading();
  const [isSaving, setSaving] = useState(false);
  const [isDone, setDone] = useState(false);
  const [conflicting, setConflicting] = useState<Conflicting | null>(null);
  const { values, base } = draft;
  const isChanged = useMemo(() => changedKeys(base, values).length > 0, [base, values]);
  const { forget, drop } = useEditDraft(draftName(contentId, modelId), isChanged && !isDone ? draft : null);

  const set = (changes: Partial<Values>) => {
    setDraft((now) => ({ ...now, values: { ...now.values, ...changes } }));
    clearFields(changes);
  };

  async function store(edited: Draft) {
    const found = problemsIn(edited, shown.problems);
    if (Object.keys(found).length > 0) return refuseAll(found, 'checkFields');
    clear();
    setSaving(true);
    const writeKey = edited.writeKey ?? crypto.randomUUID();
    setDraft({ ...edited, writeKey });
    try {
      const saved = await save(api, { contentId, modelId, ...edited, writeKey, isRepeated: edited.writeKey !== null });
      if (saved.type === 'conflict') return setConflicting(saved);
      setDone(true);
      // Who reads that it is saved may leave the page at once.
      await drop();
      showToast(t('saved'));
    } catch (error) {
      refuseAll(refusedBy(error), 'savingError');
    } finally {
      setSaving(false);
    }
  }
  useLeaving(isDone, onLeave);

  return {
    contentId,
    values,
    isShown: (field: FieldName) => isShown(field, { values, isNew: contentId === null, isPart }),
    version: draft.version,
    ...shown,
    isChanged: isChanged && !isDone,
    isSaving,
    isReading,
    untitled: untitled(values),
    /** The languages that saving removes. */
    removed: removedIn(values, base),
    removeLanguage: (language: Language) => set(emptyIn(language)),
    conflicting,
    set,
    setField: (key: FieldKey, value: FieldValue) => set({ [key]: value }),
    /** While a file is read, the content cannot be saved. */
    read,
    save: () => void store(draft),
    /** Saves what was chosen, over the newer version. */
    resolve(chosen: Values) {
      if (!conflicting) return;
      const { theirs: newBase, version } = conflicting;
      const next = { ...draft, base: newBase, version, values: chosen };
      setDraft(next);
      setConflicting(null);
      void store(next);
    },
    closeConflict: () => setConflicting(null),
    forget,
    discard: (stored: Draft) => {
      setDraft(stored);
      clear();
    },
    async remove() {
      const isGone = contentId !== null && (await deleteContent(contentId));
      showToast(t(isGone ? 'deleted' : 'deleteFailed'));
      if (isGone) setDone(true);
    },
  };
}
export type Editor = ReturnType<typeof useEditor>;

export interface EditorFieldProps {
  readonly of: FieldKey;
  readonly label: string;
  readonly editor: Editor;
}
