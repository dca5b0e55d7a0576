import { expect, test, vi } from 'vitest';
import { createReceipts, type ReceiptsPorts } from './receipts';

function createWorld() {
  const timers: (() => void)[] = [];
  const listeners: (() => void)[] = [];
  const sendDelivered = vi.fn<ReceiptsPorts['sendDelivered']>(() => true);
  const sendRead = vi.fn<ReceiptsPorts['sendRead']>(async () => null);
  const receipts = createReceipts({
    clock: { now: () => 0, setTimeout: (run) => timers.push(run), clearTimeout: () => {} },
    realtime: { onOpen: (listener) => (listeners.push(listener), () => {}) },
    sendDelivered,
    sendRead,
  });
  return {
    receipts,
    sendDelivered,
    sendRead,
    /** Runs the timers that are due. */
    pass: () => timers.splice(0).forEach((run) => run()),
    open: () => listeners.forEach((tell) => tell()),
  };
}

test('delivery is reported in batches, once for each position, and again after a reconnection', () => {
  const { receipts, sendDelivered, pass } = createWorld();
  const all = Array.from({ length: 30 }, (_, at) => [`room ${at}`, 3] as const);
  receipts.noteDelivered(all);
  expect(sendDelivered).toHaveBeenCalledTimes(20);
  pass();
  expect(sendDelivered).toHaveBeenCalledTimes(30);
  receipts.noteDelivered([['room 1', 2]]);
  expect(sendDelivered).toHaveBeenCalledTimes(30);
  receipts.forgetDelivered();
  receipts.noteDelivered([['room 1', 3]]);
  expect(sendDelivered).toHaveBeenLastCalledWith('room 1', 3);
});

test('what could not be reported as delivered is reported the next time', () => {
  const { receipts, sendDelivered } = createWorld();
  sendDelivered.mockReturnValueOnce(false);
  receipts.noteDelivered([['call', 1]]);
  receipts.noteDelivered([['call', 1]]);
  receipts.noteDelivered([['call', 1]]);
  expect(sendDelivered).toHaveBeenCalledTimes(2);
});

test('a failed read receipt is repeated after a while or a reconnection, unless the user has read on', async () => {
  const { receipts, sendRead, pass, open } = createWorld();
  const away = Object.assign(new Error(), { code: 0, error: null });
  sendRead.mockRejectedValueOnce(away).mockRejectedValueOnce(away);
  await receipts.noteRead('room', 3);
  pass();
  await vi.waitFor(() => expect(sendRead).toHaveBeenCalledTimes(2));
  await receipts.noteRead('room', 3);
  expect(receipts.readPosition('room')).toBe(3);
  open();
  await vi.waitFor(() => expect(sendRead).toHaveBeenCalledTimes(3));
  await receipts.noteRead('room', 4);
  pass();
  expect(sendRead.mock.calls.map(([, position]) => position)).toEqual([3, 3, 3, 4]);
});

test('a refused read receipt is not repeated', async () => {
  const { receipts, sendRead, pass, open } = createWorld();
  sendRead.mockRejectedValueOnce(Object.assign(new Error(), { code: 404, error: 'notFound' }));
  await receipts.noteRead('room', 3);
  pass();
  open();
  expect(sendRead).toHaveBeenCalledTimes(1);
});
