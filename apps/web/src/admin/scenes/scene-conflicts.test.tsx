/** Two people change one scene: what both changed is shown side by side. */
import type { EditableScene } from '@earth/contracts';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../platform';
import { setLanguage } from '../../shared/i18n';
import { createSceneEditor, newItem } from './model/scene-editor';
import { SceneConflicts } from './SceneConflicts';

const marker = { markerId: 'm1', imageUrl: '/m1.jpg', rating: 5, reason: null, state: 'processed' } as const;
const item = (fileId: string, x: number, markerId: string | null = null) => ({
  ...newItem({ key: '', kind: 'picture' as const, markerId, files: [] }),
  title: { en: 'Bust', it: 'Busto' },
  x,
  files: [{ fileId, url: `/${fileId}` }],
});
const scene = (version: number, items: EditableScene['items']): EditableScene => ({
  version,
  markers: [marker],
  beacons: [],
  items,
});

beforeEach(() => setLanguage('en'));
afterEach(cleanup);

test('both places of an item are shown, with what is lost, and the choice is saved', async () => {
  const saveSceneItems = vi
    .fn(async () => scene(6, []))
    .mockRejectedValueOnce(new ApiError({ code: 409, error: 'contentChanged', message: 'Changed' }));
  const editor = createSceneEditor(
    { contentId: 7, first: scene(1, [item('a', 0), item('b', 0)]), draft: null },
    {
      saveSceneItems,
      getEditableScene: async () => scene(5, [item('a', 0.5, 'm1')]),
      saveSceneBeacons: vi.fn(),
      addSceneMarker: vi.fn(),
      deleteSceneMarker: vi.fn(),
      processScene: vi.fn(),
    },
  );
  const resolve = vi.fn((mine: ReadonlySet<string>) => editor.resolve(mine));
  render(<SceneConflicts editor={editor} onResolve={(mine) => void resolve(mine)} />);
  expect(screen.queryByRole('dialog')).toBeNull();
  editor.edit(
    editor.store.getState().items.map((one) => ({ ...one, x: 0.25, title: { en: 'Head', it: 'Busto' } })),
    'place',
  );
  await editor.save();
  const dialog = within(await screen.findByRole('dialog', { name: 'Changed by someone else' }));
  expect(dialog.getByText('Head can’t be kept: its AR picture or files were deleted in the meantime.')).toBeTruthy();
  // An item is called as it was before both changed it.
  const place = within(dialog.getByRole('group', { name: 'Bust · position (right, up, height)' }));
  const [mine, theirs] = place.getAllByRole('radio');
  expect(mine?.closest('label')?.textContent).toBe('Your version0.25 · 0 · 0');
  expect(theirs?.closest('label')?.textContent).toBe('Their version0.5 · 0 · 0');
  if (theirs) fireEvent.click(theirs);
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(saveSceneItems).toHaveBeenLastCalledWith({
      contentId: 7,
      basedOn: 5,
      items: [expect.objectContaining({ x: 0.5, markerId: 'm1' })],
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
