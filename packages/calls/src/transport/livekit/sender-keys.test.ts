import { SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { CHANGE_AFTER_MS, CHANGE_WITHIN_MS, createSenderKeys } from './sender-keys';

function createScene() {
  const clock = new SimulatedClock();
  const sent: string[] = [];
  const used: number[] = [];
  const ready: string[] = [];
  let made = 0;
  const keys = createSenderKeys({
    clock: {
      now: () => clock.now(),
      setTimeout: (run, ms) => clock.setTimeout(run, ms),
      clearTimeout: (timer) => clock.clearTimeout(timer as number),
    },
    createKey: () => new Uint8Array([(made += 1)]),
    send: (contactId, { number }, isUsed) => sent.push(`${number}${isUsed ? '' : ' soon'} to ${contactId}`),
    startUsing: ({ number }) => used.push(number),
    onReady: (contactId) => ready.push(contactId),
  });
  return { clock, keys, sent, used, ready };
}

/** Luca, who can open what is sent. */
function withLuca() {
  const scene = createScene();
  scene.keys.add('luca');
  scene.keys.handleReceived('luca', 2);
  scene.sent.length = 0;
  return scene;
}

test('the key of the time alone is changed at once for the first who comes', () => {
  const { keys, sent, used, ready } = createScene();

  keys.add('luca');

  expect([used, sent, ready]).toEqual([[1, 2], ['2 to luca'], []]);
  keys.handleReceived('luca', 2);
  expect(ready).toEqual(['luca']);
});

test('when somebody joins, the next key is used when those who were there have confirmed it', () => {
  const { clock, keys, sent, used, ready } = withLuca();

  keys.add('giulia');
  expect(sent).toEqual(['3 soon to luca', '3 soon to giulia']);
  keys.handleReceived('giulia', 3);
  expect([used.at(-1), keys.isReady('giulia')]).toEqual([2, false]);
  keys.handleReceived('luca', 3);
  expect(used.at(-1)).toBe(2);
  clock.increment(CHANGE_AFTER_MS);

  expect([used.at(-1), ready]).toEqual([3, ['luca', 'giulia']]);
  expect(sent.slice(2)).toEqual(['3 to giulia']);
});

test('the newcomer is not waited for', () => {
  const { clock, keys, used } = withLuca();
  keys.add('giulia');
  keys.handleReceived('luca', 3);
  clock.increment(CHANGE_AFTER_MS);
  expect(used.at(-1)).toBe(3);
  expect(keys.isPending('giulia')).toBe(true);
});

test('one who leaves while a key is changed does not get to know the next', () => {
  const { clock, keys, sent, used } = withLuca();
  keys.add('giulia');
  keys.handleReceived('luca', 3);
  sent.length = 0;

  keys.remove('giulia');

  expect(sent).toEqual(['4 soon to luca']);
  clock.increment(CHANGE_AFTER_MS);
  expect(used.at(-1)).toBe(2);
  keys.handleReceived('luca', 4);
  clock.increment(CHANGE_AFTER_MS);
  expect(used.at(-1)).toBe(4);
});

test('two who join at once cause one change', () => {
  const { clock, keys, sent, used } = withLuca();
  keys.add('giulia');
  keys.add('sara');
  expect(sent).toEqual(['3 soon to luca', '3 soon to giulia', '3 soon to sara']);
  keys.handleReceived('luca', 3);
  clock.increment(CHANGE_AFTER_MS);
  expect(used).toEqual([1, 2, 3]);
});

test('who does not confirm is waited for only so long, and is ready again when they do', () => {
  const { clock, keys, used, ready } = withLuca();
  keys.add('giulia');
  keys.handleReceived('giulia', 3);

  clock.increment(CHANGE_WITHIN_MS);

  expect([used.at(-1), keys.isReady('luca'), keys.isReady('giulia')]).toEqual([3, false, true]);
  keys.handleReceived('luca', 3);
  expect(keys.isReady('luca')).toBe(true);
  expect(ready.filter((contactId) => contactId === 'luca')).toHaveLength(3);
});

test('a confirmation of a key that was never sent is ignored', () => {
  const { keys, ready } = createScene();
  keys.add('luca');
  keys.handleReceived('luca', 99);
  keys.handleReceived('stranger', 2);
  expect(ready).toEqual([]);
});

test('the last who leaves takes no key with them', () => {
  const { keys, used } = withLuca();
  keys.remove('luca');
  expect(used.at(-1)).toBe(3);
});
