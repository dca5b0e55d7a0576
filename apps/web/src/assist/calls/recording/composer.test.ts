/** What a recording shows, by what is drawn on a canvas of 640 × 480. */
import type { Snapshot } from '@earth/calls';
import { expect, test, vi } from 'vitest';
import { nothingDrawn, testDrawing, testInCall, testLocal, testPerson } from '../../../testing/calls';
import { testContact } from '../../../testing/people';
import { Composer } from './composer';

const SIZE = { width: 640, height: 480 };

/** No picture is loaded in this environment. */
function loaded(element: typeof HTMLVideoElement | typeof HTMLImageElement, state: Readonly<Record<string, unknown>>) {
  for (const [name, value] of Object.entries(state))
    Object.defineProperty(element.prototype, name, { configurable: true, get: () => value });
}

/** Notes each picture with its place, each text, and that a line is drawn. */
function watchCanvas() {
  const drawn: string[] = [];
  const place = (numbers: readonly number[]) => numbers.map(Math.round).join(' ');
  const context = {
    drawImage: (source: HTMLVideoElement | HTMLImageElement, ...box: number[]) =>
      drawn.push(`${source instanceof HTMLVideoElement ? 'video' : source.src} at ${place(box)}`),
    fillText: (text: string) => drawn.push(text),
    measureText: () => ({ width: 50 }),
    stroke: () => drawn.push('line'),
  };
  const ignored = {
    get: (known: object, name: string) => Reflect.get(known, name) ?? (() => undefined),
    set: () => true,
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(new Proxy(context, ignored) as never);
  loaded(HTMLVideoElement, { videoWidth: 320, videoHeight: 240 });
  vi.spyOn(HTMLVideoElement.prototype, 'play').mockResolvedValue();
  return drawn;
}

const luca = testPerson({ contact: testContact({ name: 'Luca Moretti' }), stream: new MediaStream() });
const giulia = { ...testLocal, stream: new MediaStream() };

test('everybody in the call is in the picture, each in a place of their own with their name, and nobody who has left', () => {
  const drawn = watchCanvas();
  const gone = testPerson({ contact: testContact({ name: 'Marco Galli' }), state: 'left', stream: new MediaStream() });
  new Composer(SIZE, testDrawing()).draw(testInCall({ people: [luca, gone], local: giulia }), 'Giulia Ferri');
  expect(drawn).toEqual(['video at 1 121 318 239', 'Luca Moretti', 'video at 321 121 318 239', 'Giulia Ferri']);
});

test('of somebody whose camera is off only the name is there', () => {
  const drawn = watchCanvas();
  const people = [{ ...luca, hasVideo: false }];
  new Composer(SIZE, testDrawing()).draw(testInCall({ people, local: { ...giulia, videoOn: false } }), 'Giulia Ferri');
  expect(drawn).toEqual(['Luca Moretti', 'Giulia Ferri']);
});

test('a snapshot that is shown is large, with what is drawn on it, beside the people', () => {
  const drawn = watchCanvas();
  loaded(HTMLImageElement, { naturalWidth: 512, naturalHeight: 480, complete: true });
  const snapshot = { pic: { uniqueId: 'valve' }, url: 'https://snapshots.example/valve', preview: null };
  const line = { key: '1', tool: 'pen', width: 4, text: '', number: 0, isOpen: false, color: '#ffd23f' } as const;
  const drawing = {
    ...testDrawing(),
    getDrawing: (picId: string) => ({
      ...nothingDrawn,
      strokes: picId === 'valve' ? [{ ...line, points: [[0, 0] as const, [9, 9] as const] }] : [],
    }),
  };
  const shown = { mode: 'GUIMODE_ANNOTATIONS', selectedPicId: 'valve' } as const;
  const view = testInCall({ people: [luca], local: giulia, ...shown, snapshots: [snapshot as unknown as Snapshot] });
  new Composer(SIZE, drawing).draw(view, 'Giulia Ferri');
  const [picture, ...others] = drawn;
  expect(picture).toBe('https://snapshots.example/valve at 0 0 512 480');
  expect(others[0]).toBe('line');
  expect(others.filter((what) => what !== 'line').map((what) => what.replace(/ at .*/, ''))).toEqual([
    'video',
    'Luca Moretti',
    'video',
    'Giulia Ferri',
  ]);
});
