/** Keys are passed on to late joiners only for contents that verify here, in their place in this call. */
import { expect, test, vi } from 'vitest';
import { createProof, type ProvenConnection } from './key-proof';
import { giulia, luca } from '../testing/people';

const date = '2026-01-05T10:00:00.000Z';
const message = {
  uniqueId: 'file',
  callUniqueId: 'call',
  sender: luca,
  message: '',
  text: 'plan.pdf',
  state: 'stored',
  fileName: 'plan.pdf',
  fileUrl: '/storage/calls/call/stored.bin',
  previewUrl: '/storage/calls/call/small.bin',
  fileSize: 4,
  clientId: 'c',
  cryptoSchema: 2,
  date,
  position: 1,
  delivered: false,
  read: false,
} as const;
const pic = {
  uniqueId: 'pic',
  callUniqueId: 'call',
  imageFileName: 'pic.bin',
  contactUniqueId: giulia.uniqueId,
  date,
  cryptoSchema: 1,
  clientId: 'p',
  takenByUniqueId: luca.uniqueId,
} as const;

function createWorld() {
  const openFile = vi.fn<(...opened: unknown[]) => Promise<null>>(async () => null);
  const getCallFile = vi.fn<(asked: unknown) => Promise<unknown>>(async () => ({ base64: 'sealed' }));
  const room: ProvenConnection = {
    callId: 'call',
    chat: { find: (id) => (id === 'file' ? message : undefined) },
    snapshots: { storedPics: () => [pic] },
  };
  const authorOf = async (uniqueId: string) => ({ uniqueId, publicKey: `of ${uniqueId}` });
  const prove = createProof({ api: { getCallFile }, cipher: { openFile } } as never, authorOf, room);
  return { prove, openFile, getCallFile };
}

test('a file that was not shown is decrypted as its author’s, under its name, in this call', async () => {
  const { prove, openFile, getCallFile } = createWorld();
  await prove({ kind: 'file', uniqueId: 'file' });
  expect(getCallFile).toHaveBeenCalledWith({ callId: 'call', imageFileName: 'stored.bin' });
  const place = { kind: 'file', within: 'call', id: 'c', fileName: 'plan.pdf' };
  const sender = { uniqueId: luca.uniqueId, publicKey: `of ${luca.uniqueId}` };
  expect(openFile.mock.calls).toEqual([[2, 'sealed', { sender, place, date }]]);
});

test('a snapshot is decrypted as a snapshot, even if it is requested as a file', async () => {
  const { prove, openFile, getCallFile } = createWorld();
  await prove({ kind: 'pic', uniqueId: 'pic' });
  expect(getCallFile).toHaveBeenCalledWith({ callId: 'call', imageFileName: 'pic.bin' });
  const place = { kind: 'pic', within: 'call', id: 'p', takenBy: luca.uniqueId };
  const sender = { uniqueId: giulia.uniqueId, publicKey: `of ${giulia.uniqueId}` };
  expect(openFile.mock.calls).toEqual([[1, 'sealed', { sender, place, date }]]);

  openFile.mockClear();
  await prove({ kind: 'file', uniqueId: 'pic' });
  await prove({ kind: 'pic', uniqueId: 'file' });
  expect(openFile).not.toHaveBeenCalled();
});

test.each(['message', 'drawing', 'notes', 'pic', 'file'] as const)(
  'an unknown item, requested as a %s, is neither downloaded nor decrypted',
  async (kind) => {
    const { prove, openFile, getCallFile } = createWorld();
    await prove({ kind, uniqueId: 'named by the server' });
    expect([openFile.mock.calls, getCallFile.mock.calls]).toEqual([[], []]);
  },
);

test('a preview is decrypted as one, in the place of its message', async () => {
  const { prove, openFile, getCallFile } = createWorld();
  await prove({ kind: 'preview', uniqueId: 'file' });
  expect(getCallFile).toHaveBeenCalledWith({ callId: 'call', imageFileName: 'small.bin' });
  const place = { kind: 'preview', within: 'call', id: 'c', fileName: null };
  const sender = { uniqueId: luca.uniqueId, publicKey: `of ${luca.uniqueId}` };
  expect(openFile.mock.calls).toEqual([[2, 'sealed', { sender, place, date }]]);
});
