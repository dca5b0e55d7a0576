import { beforeEach, expect, test, vi } from 'vitest';
import { storeAnswer, type NotificationAnswer } from './notification-answer';

const answer: NotificationAnswer = { callUniqueId: '0190a000-0000-7000-8000-0000000000aa', answer: 'accept' };

/** A page that is opened at this address. */
async function openPage(address: string) {
  history.replaceState(null, '', address);
  vi.resetModules();
  const { claimAnswerFromAddress } = await import('./answer-by-address');
  return claimAnswerFromAddress();
}

beforeEach(() => vi.resetModules());

test('the page that the worker opened takes the answer, and no other page can', async () => {
  const address = `/?answer=${await storeAnswer(answer)}`;
  expect(await openPage(address)).toEqual(answer);
  expect(location.search).toBe('');
  expect(await openPage(address)).toBeNull();
});

test('uses the answer once: a later call in the same page rings', async () => {
  expect(await openPage(`/?answer=${await storeAnswer(answer)}`)).toEqual(answer);
  const { claimAnswerFromAddress } = await import('./answer-by-address');
  expect(await claimAnswerFromAddress()).toBeNull();
});

test.each([`/?accept=${answer.callUniqueId}`, `/?answer=${answer.callUniqueId}`, '/?answer=undefined', '/?answer='])(
  'a link cannot answer a call: %s',
  async (link) => {
    const secret = await storeAnswer(answer);
    expect(await openPage(link)).toBeNull();
    expect(await openPage(`/?answer=${secret}`)).toEqual(answer);
  },
);

test('a link without a valid secret opens the app without answering', async () => {
  expect(await openPage('/?answer=made-up')).toBeNull();
  expect(location.pathname + location.search).toBe('/');
});
