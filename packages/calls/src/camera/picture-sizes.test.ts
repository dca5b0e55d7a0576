import { expect, test } from 'vitest';
import type { PictureSize } from '../transport/transport';
import { createPictureSizes } from './picture-sizes';

const tile = { width: 160, height: 160 };
const larger = { width: 320, height: 240 };

test('requests the size that is shown, whole pictures while a recording runs, and then what is shown by then', () => {
  const requested = new Map<string, PictureSize | null>();
  const sizes = createPictureSizes((contactId, size) => void requested.set(contactId, size));
  sizes.set('giulia', tile);
  sizes.set('marco', tile);
  expect([...requested.values()]).toEqual([tile, tile]);

  sizes.setRecording(true);
  sizes.set('marco', larger);
  expect([...requested.values()]).toEqual([null, null]);

  sizes.setRecording(false);
  expect([...requested.values()]).toEqual([tile, larger]);
});
