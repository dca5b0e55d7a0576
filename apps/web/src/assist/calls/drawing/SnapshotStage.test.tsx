/** The stage marks a snapshot and drawings under a lower scheme than the one in force. */
import type { PictureDrawing } from '@earth/annotations';
import type { Snapshot } from '@earth/calls';
import type { Scheme } from '@earth/contracts';
import { render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import * as config from '../../../platform/config';
import type { InCallModel } from '../screens/use-in-call';
import { FIRST_LINE } from './line';
import { SnapshotStage } from './SnapshotStage';

afterEach(() => vi.restoreAllMocks());

const noop = () => {};
const noLasers: readonly never[] = [];

/** A snapshot of one scheme with a drawing of another. */
async function open(cryptoSchema: Scheme, scheme: Scheme) {
  vi.spyOn(config, 'getConfig').mockReturnValue({ cryptoSchema: 2 } as ReturnType<typeof config.getConfig>);
  const drawn: Partial<PictureDrawing> = { strokes: [], own: [], scheme };
  const drawing = { subscribe: () => noop, getDrawing: () => drawn, getLasers: () => noLasers, end: noop };
  const pic = { uniqueId: 'pic', clientId: null, cryptoSchema } as Snapshot['pic'];
  const shown: Partial<Snapshot> = { pic, number: 1, state: 'ready', url: 'blob:1', canDraw: true };
  const view = { people: [], local: { ar: null }, me: { mayDraw: true, color: '#ff7ab8' } };
  const line = FIRST_LINE;
  const model = { shown, view, line, actions: { drawing, retryPic: noop } } as unknown as InCallModel;
  render(<SnapshotStage model={model} layout="phone" />);
  return within(await screen.findByTestId('drawing'));
}

test.each([
  [0, 2, 'Not encrypted'],
  [2, 0, 'Not encrypted'],
  [2, 1, 'Not signed'],
] as const)('a snapshot of scheme %i with a drawing of scheme %i shows «%s»', async (snapshot, drawing, mark) => {
  expect((await open(snapshot, drawing)).getByText(mark)).toBeTruthy();
});

test('contents under the scheme in force are not marked', async () => {
  expect((await open(2, 2)).queryByText(/^Not (encrypted|signed)/)).toBeNull();
});
