/** The editor of one scene: its items as they are edited, with undo, and its markers, which are saved at once. */
import type { EditableScene, Language, SceneItemKind, WrittenItem } from '@earth/contracts';
import { createStore } from 'zustand/vanilla';
import { ApiError, type api as platformApi } from '../../../platform';

type Calls = Pick<
  typeof platformApi,
  'getEditableScene' | 'saveSceneItems' | 'addSceneMarker' | 'deleteSceneMarker' | 'processScene'
>;

/** A file of an item: one that the server has, or a new one as a data URL. */
export type DraftFile = { readonly fileId: string; readonly url: string } | { readonly data: string };
export type DraftItem = Omit<WrittenItem, 'files'> & {
  readonly key: string;
  readonly files: readonly DraftFile[];
  readonly contentTitle: string | null;
};

export interface SceneState {
  readonly version: number;
  readonly markers: EditableScene['markers'];
  readonly items: readonly DraftItem[];
  readonly past: readonly (readonly DraftItem[])[];
  readonly future: readonly (readonly DraftItem[])[];
  readonly isUnsaved: boolean;
  /** Somebody else has saved another version. */
  readonly isOutdated: boolean;
}

/** What is not saved, on this device. */
export type SceneDraft = Pick<SceneState, 'version' | 'items'>;

const UNDO_MAX = 100;

const itemsOf = ({ items }: EditableScene): DraftItem[] =>
  items.map((item, index) => ({ ...item, key: `saved ${index}` }));

const writtenOf = ({ key: _, contentTitle: __, files, ...item }: DraftItem): WrittenItem => ({
  ...item,
  files: files.map((file) => ('fileId' in file ? { fileId: file.fileId } : { base64: file.data })),
});

/** The items that still fit a scene that somebody else has changed: without those whose marker or files are gone. */
function fitting(items: readonly DraftItem[], scene: EditableScene): DraftItem[] {
  const markers = new Set(scene.markers.map(({ markerId }) => markerId));
  const files = new Set(scene.items.flatMap((item) => item.files.map(({ fileId }) => fileId)));
  return items.filter(
    (item) =>
      (item.markerId === null || markers.has(item.markerId)) &&
      item.files.every((file) => !('fileId' in file) || files.has(file.fileId)),
  );
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
  items: itemsOf(scene),
  past: [],
  future: [],
  isUnsaved: false,
  isOutdated: false,
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
  return { ...state, version: draft.version, items, past: [state.items], isUnsaved: true };
}

interface Opened {
  readonly contentId: number;
  readonly first: EditableScene;
  /** What was not saved the last time. */
  readonly draft: SceneDraft | null;
}

export function createSceneEditor({ contentId, first, draft }: Opened, calls: Calls) {
  const store = createStore<SceneState>(() => begin(first, draft));
  /** What the last edit changed: another edit of the same is undone with it. */
  let lastEdit: string | null = null;
  const take = (scene: EditableScene) => {
    lastEdit = null;
    store.setState(stateOf(scene), true);
  };
  /** Runs a call with the version that is edited. A newer one on the server is told by `isOutdated`. */
  async function change(call: (basedOn: number) => Promise<EditableScene>): Promise<void> {
    try {
      take(await call(store.getState().version));
    } catch (error) {
      if (!(error instanceof ApiError && error.error === 'contentChanged')) throw error;
      store.setState({ isOutdated: true });
    }
  }
  const save = async () => {
    const items = store.getState().items.map(writtenOf);
    if (store.getState().isUnsaved) await change((basedOn) => calls.saveSceneItems({ contentId, basedOn, items }));
  };
  /** Markers are changed at the server: what is unsaved is saved before. */
  async function changeMarkers(call: (basedOn: number) => Promise<EditableScene>): Promise<void> {
    await save();
    if (!store.getState().isOutdated) await change(call);
  }
  return {
    store,
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
    save,
    /** Back to what was stored when the editor was opened. */
    discard: () => take(first),
    addMarker: (imageBase64: string, replaces?: string) =>
      changeMarkers((basedOn) => calls.addSceneMarker({ contentId, basedOn, imageBase64, replaces })),
    deleteMarker: (markerId: string) =>
      changeMarkers((basedOn) => calls.deleteSceneMarker({ contentId, basedOn, markerId })),
    /** Does not change the version: what is unsaved stays. */
    async process() {
      const { markers } = await calls.processScene({ contentId });
      store.setState({ markers });
    },
    takeTheirs: async () => take(await calls.getEditableScene({ contentId })),
    async keepMine() {
      const { items } = store.getState();
      const theirs = await calls.getEditableScene({ contentId });
      take(theirs);
      store.setState({ items: fitting(items, theirs), isUnsaved: true });
      await save();
    },
  };
}
export type SceneEditor = ReturnType<typeof createSceneEditor>;
