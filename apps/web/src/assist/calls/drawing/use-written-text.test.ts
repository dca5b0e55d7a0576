import type { DrawingSurface, PictureDrawing } from '@earth/annotations';
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useWrittenText } from './use-written-text';

/** A picture on which a text can, or cannot, begin. */
function openText(canBegin: boolean) {
  const drawing: Pick<DrawingSurface, 'begin' | 'getDrawing'> = {
    getDrawing: () => ({ own: [] }) as unknown as PictureDrawing,
    begin: () => canBegin,
  };
  const { result } = renderHook(() => useWrittenText(drawing as DrawingSurface, 'pic'));
  act(() => result.current.open([5, 6], { width: 4, color: '#ff3b30' }));
  return result.current.written;
}

test('a field opens when a text begins', () => {
  expect(openText(true)).toEqual({ at: [5, 6], lineWidth: 4, color: '#ff3b30', words: '' });
});

test('no field opens if no text can begin', () => {
  expect(openText(false)).toBeNull();
});
