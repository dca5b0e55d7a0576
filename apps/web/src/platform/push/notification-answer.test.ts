import { beforeEach, expect, test, vi } from 'vitest';
import { leaveAnswer, type NotificationAnswer } from './notification-answer';

const answer: NotificationAnswer = { callUniqueId: '0190a000-0000-7000-8000-0000000000aa', answer: 'accept' };

/** A page that starts at this address. */
async function openPage(address: string) {
  history.replaceState(null, '', address);
  vi.resetModules();
  const { takeAnswerByAddress } = await import('./answer-by-address');
  return takeAnswerByAddress();
}

beforeEach(() => vi.resetModules());

test('the page that the worker opened takes the answer, and nobody takes it again', async () => {
  const address = `/?answer=${await leaveAnswer(answer)}`;
  expect(await openPage(address)).toEqual(answer);
  expect(location.search).toBe('');
  expect(await openPage(address)).toBeNull();
});

test('the answer counts once in the page that has it: who is called again there has not answered', async () => {
  expect(await openPage(`/?answer=${await leaveAnswer(answer)}`)).toEqual(answer);
  const { takeAnswerByAddress } = await import('./answer-by-address');
  expect(await takeAnswerByAddress()).toBeNull();
});

test.each([`/?accept=${answer.callUniqueId}`, `/?answer=${answer.callUniqueId}`, '/?answer=undefined', '/?answer='])(
  'a link answers no call: %s',
  async (link) => {
    const secret = await leaveAnswer(answer);
    expect(await openPage(link)).toBeNull();
    expect(await openPage(`/?answer=${secret}`)).toEqual(answer);
  },
);

test('a link that is no answer opens the app without it', async () => {
  expect(await openPage('/?answer=made-up')).toBeNull();
  expect(location.pathname + location.search).toBe('/');
});
