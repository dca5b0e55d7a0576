import type { LocalMedia, Person } from '@earth/calls';
import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { logLines } from '../../../platform/app-log';
import { testInCall, testLocal, testPerson } from '../../../testing/calls';
import { standInShell } from '../../../testing/shell';
import { isVoiceOnly, useProximity } from './voice-only';

afterEach(() => vi.unstubAllGlobals());

const call = (local: Partial<LocalMedia>, person: Partial<Person> = {}, selectedPicId: string | null = null) =>
  testInCall({ local: { ...testLocal, ...local }, people: [testPerson(person)], selectedPicId });

test.each([
  ['both cameras are off', call({ videoOn: false }, { hasVideo: false }), true],
  ['the camera is refused', call({ cameraProblem: 'refused' }, { hasVideo: false }), true],
  ['the user wants sound only', call({ isAudioOnly: true }), true],
  ['the user is seen', call({}, { hasVideo: false }), false],
  ['the other is seen', call({ videoOn: false }), false],
  ['the user shows the screen', call({ videoOn: false, isScreen: true }, { hasVideo: false }), false],
  ['a snapshot is shown', call({ videoOn: false }, { hasVideo: false }, 'pic'), false],
  ['there is no call', { phase: 'idle' } as const, false],
])('a call in which %s', (_, view, isVoice) => expect(isVoiceOnly(view)).toBe(isVoice));

test('A1.13: the screen turns off at the ear as long as there is no picture', async () => {
  const shell = standInShell({ Proximity: { enable: () => undefined, disable: () => undefined } });
  const { rerender, unmount } = renderHook(useProximity, { initialProps: false });
  rerender(true);
  await vi.waitFor(() => expect(shell.calls).toEqual(['Proximity.enable']));
  rerender(false);
  rerender(true);
  unmount();
  const then = ['Proximity.enable', 'Proximity.disable', 'Proximity.enable', 'Proximity.disable'];
  await vi.waitFor(() => expect(shell.calls).toEqual(then));
});

test('without the plugin the call goes on, and the log says so; a browser is not asked', async () => {
  const before = logLines().length;
  renderHook(useProximity, { initialProps: true }).unmount();
  standInShell({});
  const { unmount } = renderHook(useProximity, { initialProps: true });
  await vi.waitFor(() => expect(logLines().length).toBe(before + 1));
  expect(logLines().at(-1)?.words).toMatch(/^PluginNotFoundError: Proximity/);
  unmount();
});
