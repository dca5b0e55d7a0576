import { expect, test } from 'vitest';
import { logLines } from '../app-log';
import { createBackgroundWork } from './background-work';
import { PluginError } from './shell';

function setUp(set: (isOn: boolean) => Promise<void> = async () => {}) {
  const asked: boolean[] = [];
  const finish = createBackgroundWork(async (isOn) => {
    asked.push(isOn);
    await set(isOn);
  });
  /** An upload that goes on until it is ended. */
  const upload = () => {
    let end = () => {};
    const until = new Promise<void>((resolve) => {
      end = resolve;
    });
    return { ended: finish(() => until), end };
  };
  return { asked, finish, upload };
}

test('A1.13: asks for time while anything is sent, once for several uploads, and gives it back', async () => {
  const { asked, upload } = setUp();
  const [one, other] = [upload(), upload()];
  one.end();
  await one.ended;
  expect(asked).toEqual([true]);
  other.end();
  await other.ended;
  await Promise.resolve();
  expect(asked).toEqual([true, false]);
});

test('A1.14: an upload goes on without the plugin, and the log says so', async () => {
  const { finish } = setUp(() => Promise.reject(new PluginError('BackgroundWork', 'no time', null)));
  expect(await finish(async () => 'sent')).toBe('sent');
  await expect.poll(() => logLines().some(({ words }) => words.includes('no time'))).toBe(true);
});

test('a failed upload gives the time back, and its error on', async () => {
  const { asked, finish } = setUp();
  await expect(finish(() => Promise.reject(new Error('too large')))).rejects.toThrow('too large');
  await expect.poll(() => asked.at(-1)).toBe(false);
});
