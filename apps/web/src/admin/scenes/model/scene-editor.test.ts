import type { Beacon, EditableItem, EditableScene } from '@earth/contracts';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../platform';
import { createSceneEditor, newItem, type SceneDraft } from './scene-editor';

const marker = { markerId: 'm1', imageUrl: '/m1.jpg', rating: 5, reason: null, state: 'processed' } as const;
const stored = (fileId: string): EditableItem => ({
  ...newItem({ key: '', kind: 'picture', markerId: 'm1', files: [] }),
  files: [{ fileId, url: `/${fileId}` }],
});
const scene = (version: number, items: EditableItem[] = []): EditableScene => ({
  version,
  markers: [marker],
  beacons: [],
  items,
});

const beacon = (minor: number): Beacon => ({
  uuid: 'f7826da6-4fa2-4e98-8024-bc5b71e0893e',
  major: 1,
  minor,
  range: null,
});

function make(first = scene(1, [stored('a')]), draft: SceneDraft | null = null) {
  const calls = {
    getEditableScene: vi.fn(async () => scene(5)),
    saveSceneItems: vi.fn(async ({ basedOn }: { basedOn: number }) => scene(basedOn + 1, [stored('a')])),
    saveSceneBeacons: vi.fn(async ({ basedOn }: { basedOn: number }) => ({
      ...scene(basedOn + 1),
      beacons: [beacon(1)],
    })),
    addSceneMarker: vi.fn(async ({ basedOn }: { basedOn: number }) => scene(basedOn + 1)),
    deleteSceneMarker: vi.fn(async ({ basedOn }: { basedOn: number }) => scene(basedOn + 1)),
    processScene: vi.fn(async () => scene(9)),
  };
  const editor = createSceneEditor({ contentId: 7, first, draft }, calls);
  const move = (x: number) => {
    const { items } = editor.store.getState();
    editor.edit(
      items.map((item) => ({ ...item, x })),
      'place',
    );
  };
  return { editor, calls, move, state: () => editor.store.getState() };
}
const outdated = () => new ApiError({ code: 409, error: 'contentChanged', message: 'Changed' });

test('moves in a row are one step back, and come again', () => {
  const { editor, move, state } = make();
  move(0.1);
  move(0.2);
  expect([state().items[0]?.x, state().isUnsaved]).toEqual([0.2, true]);
  editor.undo();
  expect([state().items[0]?.x, state().isUnsaved]).toEqual([0, false]);
  editor.redo();
  expect([state().items[0]?.x, state().isUnsaved]).toEqual([0.2, true]);
});

test('two drags of one item are two steps back', () => {
  const { editor, move, state } = make();
  move(0.1);
  editor.settle();
  move(0.2);
  editor.undo();
  expect(state().items[0]?.x).toBe(0.1);
});

test('saves with the version and the files, the new ones as they came', async () => {
  const { editor, calls, state } = make();
  const added = newItem({ key: 'n', kind: 'model', markerId: null, files: [{ data: 'data:,x' }] });
  editor.edit([...state().items, added], 'add');
  await editor.save();
  expect(calls.saveSceneItems.mock.calls[0]?.[0]).toMatchObject({
    contentId: 7,
    basedOn: 1,
    items: [{ files: [{ fileId: 'a' }] }, { kind: 'model', files: [{ base64: 'data:,x' }] }],
  });
  expect(state()).toMatchObject({ version: 2, isUnsaved: false, past: [] });
  await editor.save();
  expect(calls.saveSceneItems).toHaveBeenCalledTimes(1);
});

test('what is unsaved is saved before a marker changes', async () => {
  const { editor, calls, move } = make();
  move(1);
  await editor.addMarker('picture');
  expect(calls.saveSceneItems).toHaveBeenCalledTimes(1);
  expect(calls.addSceneMarker.mock.calls[0]?.[0]).toMatchObject({ basedOn: 2 });
});

test('what somebody else has changed elsewhere is merged, and both are saved', async () => {
  const { editor, calls, move, state } = make();
  move(1);
  calls.saveSceneItems.mockRejectedValueOnce(outdated());
  calls.getEditableScene.mockResolvedValueOnce(scene(5, [{ ...stored('a'), width: 2 }, stored('b')]));
  await editor.save();
  expect(calls.saveSceneItems.mock.calls[1]?.[0]).toMatchObject({
    basedOn: 5,
    items: [
      { x: 1, width: 2, files: [{ fileId: 'a' }] },
      { x: 0, files: [{ fileId: 'b' }] },
    ],
  });
  expect(state()).toMatchObject({ isUnsaved: false, conflicting: null });
});

test('a newer version is not overwritten: where both changed the same, the user chooses', async () => {
  const { editor, calls, move, state } = make();
  const theirs = scene(5, [{ ...stored('a'), x: 3, width: 2 }]);
  move(1);
  calls.getEditableScene.mockResolvedValue(theirs);
  calls.saveSceneItems.mockRejectedValueOnce(outdated());
  await editor.save();
  expect(state()).toMatchObject({ isUnsaved: true, items: [{ x: 1 }] });
  expect(state().conflicting?.conflicts.map(({ field, mine, theirs: other }) => [field, mine?.x, other?.x])).toEqual([
    ['place', 1, 3],
  ]);
  // Given up: nothing was saved, and saving asks again.
  editor.closeConflict();
  expect(state()).toMatchObject({ version: 1, isUnsaved: true, conflicting: null });
  calls.saveSceneItems.mockRejectedValueOnce(outdated());
  await editor.save();
  await editor.resolve(new Set(state().conflicting?.conflicts.map(({ key }) => key)));
  expect(calls.saveSceneItems.mock.lastCall?.[0]).toMatchObject({ basedOn: 5, items: [{ x: 1, width: 2 }] });

  move(7);
  calls.saveSceneItems.mockRejectedValueOnce(outdated());
  await editor.save();
  await editor.resolve(new Set());
  expect(calls.saveSceneItems.mock.lastCall?.[0]).toMatchObject({ basedOn: 5, items: [{ x: 3, width: 2 }] });
});

test('an item whose picture was deleted meanwhile is named before it is lost', async () => {
  const { editor, calls, move, state } = make();
  move(1);
  calls.saveSceneItems.mockRejectedValueOnce(outdated());
  await editor.save();
  expect(state().conflicting).toMatchObject({ conflicts: [], lost: [{ x: 1 }] });
  await editor.resolve(new Set());
  expect(calls.saveSceneItems.mock.lastCall?.[0]).toMatchObject({ basedOn: 5, items: [] });
});

test('a marker is added after somebody else has saved: nothing unsaved, nothing to choose', async () => {
  const { editor, calls, state } = make();
  calls.addSceneMarker.mockRejectedValueOnce(outdated());
  await editor.addMarker('picture');
  expect(calls.addSceneMarker.mock.lastCall?.[0]).toMatchObject({ basedOn: 5 });
  expect(state()).toMatchObject({ version: 6, isUnsaved: false });
});

test('what was not saved is here again, with addresses that still hold, and can be discarded', async () => {
  const { editor: before, move, state: left } = make();
  move(2);
  const { version, items, base } = left();
  const now = scene(1, [{ ...stored('a'), files: [{ fileId: 'a', url: '/a?signed' }] }]);
  const { editor, state, calls } = make(now, { version, items, base });
  expect(state()).toMatchObject({ isUnsaved: true, items: [{ x: 2, files: [{ url: '/a?signed' }] }] });
  editor.discard();
  expect(state()).toMatchObject({ isUnsaved: false, items: [{ x: 0 }] });
  expect(before.store.getState().isUnsaved).toBe(true);

  // Somebody has saved meanwhile: the server refuses what was made from the older version.
  const late = make(scene(4, [stored('a')]), { version, items, base });
  late.calls.getEditableScene.mockResolvedValue(scene(4, [{ ...stored('a'), x: 9 }]));
  late.calls.saveSceneItems.mockRejectedValueOnce(outdated());
  await late.editor.save();
  expect(late.calls.saveSceneItems.mock.calls[0]?.[0]).toMatchObject({ basedOn: 1 });
  expect(late.state()).toMatchObject({ conflicting: { conflicts: [{ field: 'place' }] }, items: [{ x: 2 }] });
  expect(calls.saveSceneItems).not.toHaveBeenCalled();
});

test('beacons are saved at once, after the items; what others have added meanwhile stays', async () => {
  const { editor, calls, move, state } = make();
  const add = (minor: number) => editor.changeBeacons((beacons) => [...beacons, beacon(minor)]);
  move(0.1);
  await add(1);
  expect(calls.saveSceneItems).toHaveBeenCalledTimes(1);
  expect([state().beacons, state().isUnsaved]).toEqual([[beacon(1)], false]);
  calls.saveSceneBeacons.mockRejectedValueOnce(outdated());
  calls.getEditableScene.mockResolvedValueOnce({ ...scene(5), beacons: [beacon(7)] });
  await add(2);
  expect(calls.saveSceneBeacons.mock.lastCall?.[0]).toMatchObject({ basedOn: 5, beacons: [beacon(7), beacon(2)] });
});
