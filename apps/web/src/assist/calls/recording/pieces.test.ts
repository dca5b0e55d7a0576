import { expect, test } from 'vitest';
import { createPieces } from './pieces';

const bytesOf = async (blob: Blob) => [...new Uint8Array(await blob.arrayBuffer())];

test('the first piece has the head of the file, each has one fragment, and together they are the file', async () => {
  const pieces: Blob[] = [];
  const { add, end } = createPieces((piece) => pieces.push(piece));
  // The writer uses one memory for all.
  const memory = new Uint8Array(2);
  const box = (...bytes: readonly number[]) => {
    memory.set(bytes);
    return memory.subarray(0, bytes.length);
  };
  add(box(1, 1));
  add(box(2));
  add(box(3, 3));
  end(box(4));
  add(box(5));
  end(box(6, 6));
  expect(await Promise.all(pieces.map(bytesOf))).toEqual([
    [1, 1, 2, 3, 3, 4],
    [5, 6, 6],
  ]);
});
