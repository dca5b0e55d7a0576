import { Blob } from 'node:buffer';
import { WritableStream } from 'node:stream/web';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBlobWriter } from './media-file';

const bytes = (text: string) => new TextEncoder().encode(text);

// jsdom’s cannot be read, and it has no streams.
beforeEach(() => {
  vi.stubGlobal('Blob', Blob);
  vi.stubGlobal('WritableStream', WritableStream);
});
afterEach(() => vi.unstubAllGlobals());

test('a chunk is appended, or replaces what is at its position', async () => {
  const { writable, file } = createBlobWriter();
  const writer = writable.getWriter();
  await writer.write({ type: 'write', position: 0, data: bytes('size....') });
  await writer.write({ type: 'write', position: 8, data: bytes('pictures') });
  await writer.write({ type: 'write', position: 4, data: bytes('1234') });
  await writer.close();
  expect(await file().text()).toBe('size1234pictures');
  expect(file().type).toBe('video/mp4');
});
