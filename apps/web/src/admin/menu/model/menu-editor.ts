/**
 * State of the menu editor: the tree, what can be undone, and autosave. A change is sent after a short pause; changes are sent one after
 * another, each with the version that the server answered last.
 */
import { createMutex } from '@earth/async';
import type { MenuDraft } from '@earth/contracts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { api as platformApi } from '../../../platform';
import { ApiError } from '../../../platform/http/api-error';
import { type Entry, find, type Found, idsIn, idsOf, insert, remove, treeOf, withKeys, withoutGone } from './tree';

type Calls = Pick<typeof platformApi, 'getMenuDraft' | 'saveMenuDraft' | 'publishMenu' | 'discardMenuDraft'>;

interface Tree {
  readonly items: readonly Entry[];
  /** Published entries that are deleted when the draft is published. */
  readonly removed: readonly number[];
}

/** `unsaved`: it is sent after a pause. `changed`: somebody else has changed the menu, and the user must choose. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'changed';

export interface EditorState extends Tree, Pick<MenuDraft, 'version' | 'isDraft' | 'changedBy' | 'changedAt'> {
  readonly past: readonly Tree[];
  readonly save: SaveState;
  /** The tree is being replaced: nothing may be edited, because it would be lost. */
  readonly isBusy: boolean;
}

/** What the server does not have yet, on this device. */
export type UnsavedMenu = Pick<EditorState, 'version' | 'items' | 'removed'>;

const PAUSE_MS = 700;
const UNDO_MAX = 100;

const stateOf = (draft: MenuDraft): EditorState => ({
  ...draft,
  items: withKeys(draft.items),
  past: [],
  save: 'saved',
  isBusy: false,
});

/** Autosave: sends the tree after a pause, one request after another. */
function createSaver(store: StoreApi<EditorState>, calls: Calls) {
  const runAlone = createMutex();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Rejects with the error of a refused request, after the state has told it. */
  async function send(request: () => Promise<MenuDraft>): Promise<MenuDraft> {
    try {
      return await request();
    } catch (error) {
      const isChanged = error instanceof ApiError && error.error === 'menuChanged';
      store.setState({ save: isChanged ? 'changed' : 'failed' });
      throw error;
    }
  }

  const save = () =>
    runAlone(async () => {
      clearTimeout(timer);
      const { items, removed, version, save: state } = store.getState();
      if (state === 'saved' || state === 'changed') return;
      store.setState({ save: 'saving' });
      const {
        items: _items,
        removed: _removed,
        ...facts
      } = await send(() => calls.saveMenuDraft({ basedOn: version, items: treeOf(items), removed: [...removed] }));
      // A change that was made meanwhile has set its own timer.
      const isCurrent = store.getState().items === items;
      store.setState({ ...facts, save: isCurrent ? 'saved' : 'unsaved' });
    });

  return {
    save,
    schedule() {
      clearTimeout(timer);
      timer = setTimeout(() => void save().catch(() => undefined), PAUSE_MS);
    },
    /** Takes what a request answers for the state, once nothing is being saved. */
    async replaceBy(request: (version: number) => Promise<MenuDraft>) {
      clearTimeout(timer);
      store.setState({ isBusy: true });
      try {
        await runAlone(async () => {
          const { version } = store.getState();
          store.setState(stateOf(await send(() => request(version))));
        });
      } finally {
        store.setState({ isBusy: false });
      }
    },
    /** Sends the tree in spite of what another person has saved meanwhile. */
    async overwrite() {
      const theirs = await send(() => calls.getMenuDraft({}));
      const { items, removed } = store.getState();
      const known = new Set([...idsIn(theirs.items), ...theirs.removed]);
      store.setState({
        version: theirs.version,
        items: withoutGone(items, known),
        removed: removed.filter((id) => known.has(id)),
        save: 'unsaved',
      });
      await save();
    },
  };
}

/** The answer to the last save may have been lost. */
const isStored = ({ items, removed }: UnsavedMenu, first: MenuDraft) =>
  JSON.stringify([treeOf(items), removed]) === JSON.stringify([treeOf(withKeys(first.items)), first.removed]);

/** With what was not saved the last time; if the menu has changed since, the user is asked. */
function begin(first: MenuDraft, unsaved: UnsavedMenu | null): EditorState {
  const state = stateOf(first);
  if (!unsaved || isStored(unsaved, first)) return state;
  const { version, items, removed } = unsaved;
  const save = version === first.version ? 'unsaved' : 'changed';
  return { ...state, items, removed, past: [{ items: state.items, removed: state.removed }], save };
}

/** @param unsaved of an earlier visit; `save` sends it */
export function createMenuEditor(first: MenuDraft, calls: Calls, unsaved: UnsavedMenu | null = null) {
  const store = createStore<EditorState>(() => begin(first, unsaved));
  const saver = createSaver(store, calls);

  function show(tree: Tree, past: readonly Tree[]) {
    const { save: state } = store.getState();
    store.setState({ ...tree, past: past.slice(-UNDO_MAX), save: state === 'changed' ? state : 'unsaved' });
    saver.schedule();
  }

  function edit(change: Partial<Tree>) {
    const { items, removed, past } = store.getState();
    show({ items, removed, ...change }, [...past, { items, removed }]);
  }

  return {
    store,
    /** Sends what is not saved yet at once. */
    save: saver.save,
    editItems: (items: readonly Entry[]) => edit({ items }),
    /** Deletes an entry with those below it. */
    delete(key: string) {
      const { items, removed } = store.getState();
      const found = find(items, key);
      if (found) edit({ items: remove(items, key), removed: [...removed, ...idsOf(found.entry)] });
      return found;
    },
    /** Brings a deleted entry back to its place, or to the first level if what it was below is gone. */
    restore({ entry, above, index }: Found) {
      const { items, removed } = store.getState();
      const parentKey = above.at(-1)?.key ?? null;
      const hasParent = parentKey === null || find(items, parentKey) !== null;
      const place = { parentKey: hasParent ? parentKey : null, index };
      const ids = new Set(idsOf(entry));
      edit({ items: insert(items, entry, place), removed: removed.filter((id) => !ids.has(id)) });
    },
    undo() {
      const { past } = store.getState();
      const last = past.at(-1);
      if (last) show(last, past.slice(0, -1));
    },
    async publish() {
      store.setState({ isBusy: true });
      try {
        await saver.save();
        await saver.replaceBy((basedOn) => calls.publishMenu({ basedOn }));
      } finally {
        store.setState({ isBusy: false });
      }
    },
    discard: () => saver.replaceBy((basedOn) => calls.discardMenuDraft({ basedOn })),
    /** Answers «changed»: replaces what the other person has saved. */
    keepMine: saver.overwrite,
    /** Answers «changed»: forgets the own changes. */
    takeTheirs: () => saver.replaceBy(() => calls.getMenuDraft({})),
  };
}

export type MenuEditor = ReturnType<typeof createMenuEditor>;
