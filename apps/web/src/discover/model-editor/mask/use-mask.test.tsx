/** What is painted on a mask stays on the device until it is saved or given up. */
import { type ModelView, NO_LAYER } from '@earth/contracts';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, currentScope, session } from '../../../platform';
import { testId, testProfile } from '../../../testing/people';
import { AppScope, beginScope } from '../../../testing/scope';
import { Dialog } from '../../../ui/overlay/Dialog';
import { end, begin } from '../model/mask-log';
import { type OpenedMask, openMask } from './mask-draft';
import { MaskTools } from './MaskTools';
import { useMask } from './use-mask';

const view: ModelView = {
  uniqueId: testId(),
  id: 1,
  modelUniqueId: testId(),
  maskVersion: 3,
  state: 'processed',
  rating: 4,
  reason: null,
  keyPointsCount: 2,
  imageUrl: '/media/view',
  width: 640,
  height: 480,
};
const stroke = { erases: false, width: 20, points: [{ x: 10, y: 10 }] };

beforeEach(() => {
  session.store.setState({ status: 'signedIn', profile: testProfile({}, 'OPERATOR') }, true);
  vi.spyOn(api, 'getViewLayer').mockResolvedValue(NO_LAYER);
  vi.spyOn(api, 'listModelViews').mockResolvedValue([{ ...view, maskVersion: 5 }]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  session.store.setState({ status: 'signedOut', isOver: false }, true);
});

function Painting({ opened, isAsking = false }: { readonly opened: OpenedMask; readonly isAsking?: boolean }) {
  const mask = useMask({ view, modelId: view.modelUniqueId, opened });
  const [isOpen, setOpen] = useState(isAsking);
  return (
    <>
      <MaskTools
        mask={mask}
        tool="paint"
        onTool={() => undefined}
        size={15}
        onSize={() => undefined}
        isHeatShown={false}
        onHeat={() => undefined}
        heat={{ total: null, used: null, hasFailed: false }}
      />
      <button type="button" onClick={() => mask.change((log) => end(begin(log, stroke)))}>
        Stroke
      </button>
      <output>{JSON.stringify([mask.state, mask.log.steps.length])}</output>
      <Dialog isOpen={isOpen} title="Leave?" onClose={() => setOpen(false)}>
        <p>Not saved</p>
      </Dialog>
    </>
  );
}

/** jsdom has no canvas: one on which nothing is painted. */
function stubEmptyCanvas() {
  const context = { canvas: view, clearRect() {}, getImageData: () => ({ data: new Uint8ClampedArray(4) }) };
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => context;
    },
  );
}

const read = () => openMask(currentScope(), view);
async function show(isAsking = false) {
  const opened = await read();
  return render(<Painting opened={opened} isAsking={isAsking} />, { wrapper: AppScope });
}
const state = () => JSON.parse(screen.getByText(/^\[/).textContent) as unknown;
const paint = () => fireEvent.click(screen.getByText('Stroke'));

test('D4.27: strokes that are not saved are there again after the page, the network or the session is gone', async () => {
  const { unmount } = await show();
  expect(state()).toEqual(['saved', 0]);
  paint();
  paint();
  await waitFor(async () => expect((await read()).draft?.steps).toHaveLength(2));
  unmount();
  beginScope();
  // Offline use: what they were painted on is on the device too.
  vi.spyOn(api, 'getViewLayer').mockRejectedValue(new Error('no network'));
  await show();
  expect(state()).toEqual(['unsaved', 2]);
  expect((await read()).draft).toMatchObject({ version: 3, layer: null });
  // Each of them can still be undone.
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(state()).toEqual(['unsaved', 1]);
});

test('what was restored is discarded by a button, and is gone from the device', async () => {
  const { unmount } = await show();
  paint();
  await waitFor(async () => expect((await read()).draft).not.toBeNull());
  unmount();
  await show();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Discard them' })));
  await waitFor(() => expect(state()).toEqual(['saved', 0]));
  expect(screen.queryByText('We restored your unsaved changes.')).toBeNull();
  await waitFor(async () => expect((await read()).draft).toBeNull());
});

test('a saved mask leaves nothing on the device', async () => {
  const save = vi.spyOn(api, 'maskModelView').mockResolvedValue({ ...view, maskVersion: 4 });
  await show();
  paint();
  await waitFor(async () => expect((await read()).draft).not.toBeNull());
  stubEmptyCanvas();
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(state()).toEqual(['saved', 2]));
  expect(save).toHaveBeenCalledWith({ id: view.uniqueId, maskBase64: '', basedOn: 3 });
  await waitFor(async () => expect((await read()).draft).toBeNull());
});

test('Ctrl and Z undo nothing while a dialog is open', async () => {
  const { unmount } = await show(true);
  paint();
  fireEvent.keyDown(window, { key: 'z', ctrlKey: true });
  expect(state()).toEqual(['unsaved', 1]);
  unmount();
  await show();
  paint();
  const before = (state() as [string, number])[1];
  fireEvent.keyDown(window, { key: 'z', ctrlKey: true });
  expect(state()).toEqual([expect.any(String), before - 1]);
});
