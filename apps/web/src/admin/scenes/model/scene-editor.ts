/** The editor of one scene: its items as they are edited, with undo, and its markers and beacons, which are saved at once. */
import type { Beacon, EditableScene, Language, SceneItemKind, WrittenItem } from '@earth/contracts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError, type api as platformApi } from '../../../platform';
import type { DraftFile, DraftItem } from './draft-item';
import { type MergedScene, mergeScene, withSceneChoices } from './scene-merge';

type Calls = Pick<
  typeof platformApi,
  'getEditableScene' | 'saveSceneItems' | 'saveSceneBeacons' | 'addSceneMarker' | 'deleteSceneMarker' | 'processScene'
>;

export interface SceneState {
  readonly version: number;
  readonly markers: EditableScene['markers'];
  readonly beacons: EditableScene['beacons'];
  readonly items: readonly DraftItem[];
  readonly past: readonly (readonly DraftItem[])[];
  readonly future: readonly (readonly DraftItem[])[];
  readonly isUnsaved: boolean;
  /** What the version has that is edited. */
  readonly base: readonly DraftItem[];
  /** Somebody else has saved other values of the same; null: nobody has. */
  readonly conflicting: ConflictingScene | null;
}

export interface ConflictingScene extends MergedScene {
  readonly theirs: EditableScene;
}

/** What is not saved, on this device. */
export type SceneDraft = Pick<SceneState, 'version' | 'items'> & Partial<Pick<SceneState, 'base'>>;

const UNDO_MAX = 100;
/** If others save again and again meanwhile. */
const TRIES = 3;

const itemsOf = ({ items }: EditableScene, from = 'saved'): DraftItem[] =>
  items.map((item, index) => ({ ...item, key: `${from} ${index}` }));

const writtenOf = ({ key: _, contentTitle: __, files, ...item }: DraftItem): WrittenItem => ({
  ...item,
  files: files.map((file) => ('fileId' in file ? { fileId: file.fileId } : { base64: file.data })),
});

/** Whether an item still fits a scene that somebody else has changed: not if its marker or one of its files is gone. */
function fitsIn(scene: EditableScene): (item: DraftItem) => boolean {
  const markers = new Set(scene.markers.map(({ markerId }) => markerId));
  const files = new Set(scene.items.flatMap((item) => item.files.map(({ fileId }) => fileId)));
  return (item) =>
    (item.markerId === null || markers.has(item.markerId)) &&
    item.files.every((file) => !('fileId' in file) || files.has(file.fileId));
}

interface NewItem extends Pick<DraftItem, 'markerId' | 'files'> {
  readonly key: string;
  readonly kind: SceneItemKind;
  readonly content?: { readonly id: number; readonly title: string } | undefined;
}

/** In this language if it has one; without any, that of the content it opens. */
export const titleOf = ({ title, contentTitle }: DraftItem, language: Language): string =>
  title[language] || title.en || title.it || (contentTitle ?? '');

/** An item in the middle of its marker. */
export const newItem = ({ key, kind, markerId, files, content }: NewItem): DraftItem => ({
  key,
  kind,
  markerId,
  files,
  contentId: content?.id ?? null,
  contentTitle: content?.title ?? null,
  title: { en: '', it: '' },
  hasAlpha: false,
  videoStart: 0,
  videoEnd: null,
  x: 0,
  y: 0,
  z: 0,
  turnX: 0,
  turnY: 0,
  turnZ: 0,
  width: 1,
});

const stateOf = (scene: EditableScene): SceneState => ({
  version: scene.version,
  markers: scene.markers,
  beacons: scene.beacons,
  items: itemsOf(scene),
  past: [],
  future: [],
  isUnsaved: false,
  base: itemsOf(scene),
  conflicting: null,
});

/** Addresses of files may have expired since they were stored. */
function withAddresses(items: readonly DraftItem[], scene: EditableScene): DraftItem[] {
  const urls = new Map(scene.items.flatMap((item) => item.files.map(({ fileId, url }) => [fileId, url] as const)));
  const renewed = (file: DraftFile): DraftFile =>
    'fileId' in file ? { ...file, url: urls.get(file.fileId) ?? file.url } : file;
  return items.map((item) => ({ ...item, files: item.files.map(renewed) }));
}

/** With a draft, which keeps the version that it was made from: saving it tells if there is a newer one. */
function begin(first: EditableScene, draft: SceneDraft | null): SceneState {
  const state = stateOf(first);
  if (!draft) return state;
  const items = withAddresses(draft.items, first);
  const base = draft.base ?? (draft.version === first.version ? state.items : []);
  return { ...state, version: draft.version, items, base, past: [state.items], isUnsaved: true };
}

interface Opened {
  readonly contentId: number;
  readonly first: EditableScene;
  /** What was not saved the last time. */
  readonly draft: SceneDraft | null;
}

/** The steps of the user, with undo. */
function createSteps(store: StoreApi<SceneState>) {
  /** What the last edit changed: another edit of the same is undone with it. */
  let lastEdit: string | null = null;
  return {
    /** @param what the edit changed, such as the place of an item */
    edit(items: readonly DraftItem[], what: string) {
      const { items: before, past } = store.getState();
      const isSame = what === lastEdit;
      lastEdit = what;
      const kept = isSame ? past : [...past, before].slice(-UNDO_MAX);
      store.setState({ items, past: kept, future: [], isUnsaved: true });
    },
    /** What comes then is another step, even if it changes the same. */
    settle() {
      lastEdit = null;
    },
    undo() {
      const { items, past, future } = store.getState();
      const before = past.at(-1);
      lastEdit = null;
      if (before)
        store.setState({
          items: before,
          past: past.slice(0, -1),
          future: [items, ...future],
          isUnsaved: past.length > 1,
        });
    },
    redo() {
      const { items, past, future } = store.getState();
      const [next, ...rest] = future;
      lastEdit = null;
      if (next) store.setState({ items: next, past: [...past, items], future: rest, isUnsaved: true });
    },
  };
}

interface Saving {
  readonly store: StoreApi<SceneState>;
  readonly contentId: number;
  readonly calls: Calls;
  /** Shows a stored scene. */
  readonly take: (scene: EditableScene) => void;
}

/** Saves with the version that is edited, and merges what others have saved meanwhile. */
function createSaving({ store, contentId, calls, take }: Saving) {
  /** Goes on from a newer version, with these items to be saved. */
  const rebase = (theirs: EditableScene, items: readonly DraftItem[]) => {
    take(theirs);
    store.setState({ items: withAddresses(items, theirs), isUnsaved: true });
  };
  /** @returns whether nothing is to be chosen */
  function merge(theirs: EditableScene): boolean {
    const { base, items, isUnsaved } = store.getState();
    if (!isUnsaved) {
      take(theirs);
      return true;
    }
    const from = `theirs ${theirs.version}`;
    const merged = mergeScene({ base, mine: items, theirs: itemsOf(theirs, from), fits: fitsIn(theirs) });
    const isForUser = merged.conflicts.length + merged.lost.length > 0;
    if (isForUser) store.setState({ conflicting: { ...merged, theirs } });
    else rebase(theirs, withSceneChoices(merged, new Set()));
    return !isForUser;
  }
  /** Again after the changes of others are merged. @returns whether it was done: not if the user has to choose before */
  async function change(call: (basedOn: number) => Promise<EditableScene>, tries = TRIES): Promise<boolean> {
    try {
      take(await call(store.getState().version));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError && error.error === 'contentChanged') || tries === 1) throw error;
      return merge(await calls.getEditableScene({ contentId })) && (await change(call, tries - 1));
    }
  }
  async function save(): Promise<void> {
    if (!store.getState().isUnsaved) return;
    await change((basedOn) =>
      calls.saveSceneItems({ contentId, basedOn, items: store.getState().items.map(writtenOf) }),
    );
  }
  return {
    save,
    /** Markers and beacons are changed at the server: what is unsaved is saved before. @returns like `change` */
    async changeTriggers(call: (basedOn: number) => Promise<EditableScene>): Promise<boolean> {
      await save();
      return !store.getState().conflicting && (await change(call));
    },
    /** Saves what was chosen, over the newer version. @param mine the keys of the conflicts of which the own version is kept */
    async resolve(mine: ReadonlySet<string>): Promise<void> {
      const { conflicting } = store.getState();
      if (!conflicting) return;
      rebase(conflicting.theirs, withSceneChoices(conflicting, mine));
      await save();
    },
  };
}

export function createSceneEditor({ contentId, first, draft }: Opened, calls: Calls) {
  const store = createStore<SceneState>(() => begin(first, draft));
  const steps = createSteps(store);
  const take = (scene: EditableScene) => {
    steps.settle();
    store.setState(stateOf(scene), true);
  };
  const { changeTriggers, ...saving } = createSaving({ store, contentId, calls, take });
  return {
    store,
    ...steps,
    ...saving,
    closeConflict: () => store.setState({ conflicting: null }),
    /** Back to what was stored when the editor was opened. */
    discard: () => take(first),
    addMarker: (imageBase64: string, replaces?: string) =>
      changeTriggers((basedOn) => calls.addSceneMarker({ contentId, basedOn, imageBase64, replaces })),
    deleteMarker: (markerId: string) =>
      changeTriggers((basedOn) => calls.deleteSceneMarker({ contentId, basedOn, markerId })),
    /** @param change makes the new beacons of the present ones, which others may have changed meanwhile */
    changeBeacons: (change: (beacons: readonly Beacon[]) => readonly Beacon[]) =>
      changeTriggers((basedOn) => {
        const beacons = [...change(store.getState().beacons)];
        return calls.saveSceneBeacons({ contentId, basedOn, beacons });
      }),
    /** Does not change the version: what is unsaved stays. */
    async process() {
      const { markers } = await calls.processScene({ contentId });
      store.setState({ markers });
    },
  };
}
export type SceneEditor = ReturnType<typeof createSceneEditor>;
