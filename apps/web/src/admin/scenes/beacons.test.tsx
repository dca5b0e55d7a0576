/** The beacons of a scene, as an editor sets them. */
import type { EditableScene } from '@earth/contracts';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useStore } from 'zustand';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, api } from '../../platform';
import { setLanguage } from '../../shared/i18n';
import { Beacons } from './Beacons';
import { createSceneEditor, newItem, type SceneEditor } from './model/scene-editor';

const uuid = 'f7826da6-4fa2-4e98-8024-bc5b71e0893e';
const scene = (version: number, beacons: EditableScene['beacons'] = []): EditableScene => ({
  version,
  markers: [],
  beacons,
  items: [],
});

const Shown = ({ editor }: { readonly editor: SceneEditor }) => (
  <Beacons editor={editor} beacons={useStore(editor.store, ({ beacons }) => beacons)} />
);

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test.each([
  ['en', 'Add beacon', 'Add', 'Enter the UUID: 32 digits and letters from a to f', 'Delete: Beacon 3 · 4'],
  ['it', 'Aggiungi beacon', 'Aggiungi', 'Inserisci l’UUID: 32 cifre e lettere dalla a alla f', 'Elimina: Beacon 3 · 4'],
] as const)(
  'D7.24: a beacon is added, refused with words if wrong, and deleted, in «%s»',
  async (language, open, add, wrong, remove) => {
    setLanguage(language);
    const beacon = { uuid, major: 3, minor: 4, range: 'near' as const };
    const save = vi
      .spyOn(api, 'saveSceneBeacons')
      .mockRejectedValueOnce(new ApiError({ code: 500, error: 'internal', message: 'Broken' }))
      .mockResolvedValueOnce(scene(2, [beacon]))
      .mockResolvedValueOnce(scene(3));
    render(<Shown editor={createSceneEditor({ contentId: 7, first: scene(1), draft: null }, api)} />);
    fireEvent.click(screen.getByText(open));
    const submit = screen.getByText(add);
    fireEvent.click(submit);
    expect(screen.getByText(wrong)).toBeTruthy();
    expect(save).not.toHaveBeenCalled();
    for (const [label, value] of [
      ['UUID', uuid.toUpperCase()],
      ['Major', '3'],
      ['Minor', '4'],
    ] as const)
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    fireEvent.click(submit);
    // What the server refuses is not wrong with a field.
    await screen.findByText('Broken');
    expect(screen.getByLabelText('UUID').getAttribute('aria-invalid')).not.toBe('true');
    fireEvent.click(submit);
    // It is in the list a moment before it can be deleted.
    const gone = await screen.findByLabelText<HTMLButtonElement>(remove);
    await waitFor(() => expect(gone.disabled).toBe(false));
    expect(save.mock.lastCall?.[0]).toEqual({ contentId: 7, basedOn: 1, beacons: [beacon] });
    fireEvent.click(gone);
    await waitFor(() => expect(screen.queryByLabelText(remove)).toBeNull());
    expect(save.mock.lastCall?.[0]).toMatchObject({ basedOn: 2, beacons: [] });
  },
);

/** The dialog with the beacon 3 · 4 typed in. */
function type(editor: SceneEditor) {
  setLanguage('en');
  render(<Shown editor={editor} />);
  fireEvent.click(screen.getByText('Add beacon'));
  for (const [label, value] of [
    ['UUID', uuid],
    ['Major', '3'],
    ['Minor', '4'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  return screen.getByText('Add');
}
const outdated = () => new ApiError({ code: 409, error: 'contentChanged', message: 'Changed' });

test('a typed beacon waits until the user has chosen between conflicting items, and is added then', async () => {
  const item = { ...newItem({ key: '', kind: 'picture', markerId: null, files: [] }), files: [] };
  const first = { ...scene(1), items: [item] };
  vi.spyOn(api, 'saveSceneItems').mockRejectedValueOnce(outdated()).mockResolvedValue(scene(6));
  vi.spyOn(api, 'getEditableScene').mockResolvedValue({ ...scene(5), items: [{ ...item, x: 9 }] });
  const save = vi.spyOn(api, 'saveSceneBeacons').mockResolvedValue(scene(7));
  const editor = createSceneEditor({ contentId: 7, first, draft: null }, api);
  editor.edit(
    editor.store.getState().items.map((one) => ({ ...one, x: 1 })),
    'place',
  );
  const submit = type(editor);
  fireEvent.click(submit);
  await screen.findByText(/^Not done yet: someone else has changed/);
  expect([screen.getByLabelText<HTMLInputElement>('Minor').value, save.mock.calls]).toEqual(['4', []]);
  await act(() => editor.resolve(new Set()));
  fireEvent.click(submit);
  await waitFor(() => expect(screen.queryByLabelText('Minor')).toBeNull());
  expect(save.mock.lastCall?.[0]).toMatchObject({ basedOn: 6, beacons: [{ major: 3, minor: 4 }] });
});

test('a beacon that is there already, because the answer to an earlier try was lost, is no error', async () => {
  const beacon = { uuid, major: 3, minor: 4, range: 'near' as const };
  const save = vi
    .spyOn(api, 'saveSceneBeacons')
    .mockRejectedValueOnce(outdated())
    .mockResolvedValueOnce(scene(3, [beacon]));
  vi.spyOn(api, 'getEditableScene').mockResolvedValue(scene(2, [beacon]));
  fireEvent.click(type(createSceneEditor({ contentId: 7, first: scene(1), draft: null }, api)));
  await screen.findByLabelText('Delete: Beacon 3 · 4');
  expect(save.mock.lastCall?.[0]).toMatchObject({ basedOn: 2, beacons: [beacon] });
  expect(screen.queryByText('Changed')).toBeNull();
});
