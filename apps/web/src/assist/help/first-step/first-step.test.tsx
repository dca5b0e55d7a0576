import type { MediaProblem } from '@earth/calls';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, session } from '../../../platform';
import { setLanguage } from '../../../shared/i18n';
import { testContact, testProfile } from '../../../testing/people';
import { queries, renderInScope } from '../../../testing/scope';
import * as page from '../../calls/model/page-media';
import { FirstStep } from './FirstStep';

const me = testProfile({ name: 'Luca Moretti' }, 'ASSISTED');
let permission: PermissionState;
let cameraProblem: MediaProblem | null;
let microphoneProblem: MediaProblem | null;
const release = vi.fn();

beforeEach(() => {
  setLanguage('en');
  localStorage.clear();
  permission = 'prompt';
  cameraProblem = null;
  microphoneProblem = null;
  session.store.setState({ status: 'signedIn', profile: me }, true);
  vi.spyOn(page, 'getPageMedia').mockResolvedValue({
    hasCamera: async () => true,
    permission: async () => permission,
    prepare: async () => ({ cameraProblem, microphoneProblem }),
    release,
  } as never);
  const names = ['Giulia Ferri', 'Marco Bassi', 'Anna Villa', 'Paolo Neri'];
  vi.spyOn(api, 'listHelpers').mockResolvedValue(names.map((name) => testContact({ name })));
});
afterEach(() => {
  cleanup();
  queries().clear();
  release.mockReset();
  vi.restoreAllMocks();
  session.store.setState({ status: 'signedOut', isOver: false }, true);
});

const card = () => screen.queryByRole('region', { name: 'Ready for your first call?' });
const shown = () => screen.findByRole('region', { name: 'Ready for your first call?' });

test('names who will be reached, allows camera and microphone, and is gone for good', async () => {
  const { unmount } = renderInScope(<FirstStep />);
  await shown();
  await waitFor(() => expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toHaveLength(4));
  expect(screen.getByText('and 1 more')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Allow camera and microphone' }));
  expect(await screen.findByText('Camera and microphone are ready.')).toBeDefined();
  expect(card()).toBeNull();
  expect(release).toHaveBeenCalledOnce();
  unmount();
  queries().clear();
  renderInScope(<FirstStep />);
  await waitFor(() => expect(queries().getQueryData(['first-step', me.uniqueId])).toBe(false));
  expect(card()).toBeNull();
});

test('shows how to allow what is blocked, and can be tried again', async () => {
  cameraProblem = 'refused';
  renderInScope(<FirstStep />);
  await shown();
  fireEvent.click(screen.getByRole('button', { name: 'Allow camera and microphone' }));
  expect(await screen.findByText('Camera and microphone are blocked.')).toBeDefined();
  cameraProblem = null;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(card()).toBeNull());
});

test.each([
  ['failed', null, 'The camera couldn’t start. Another app may be using it.'],
  [null, 'missing', 'No microphone found.'],
] as const)('stays if the camera is %s and the microphone %s, and says why', async (camera, microphone, words) => {
  [cameraProblem, microphoneProblem] = [camera, microphone];
  renderInScope(<FirstStep />);
  await shown();
  fireEvent.click(screen.getByRole('button', { name: 'Allow camera and microphone' }));
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  expect(screen.queryByText('Camera and microphone are ready.')).toBeNull();
});

test('names nobody while no operator is free', async () => {
  vi.spyOn(api, 'listHelpers').mockResolvedValue([testContact({ availability: 1 }), testContact({ inCall: true })]);
  renderInScope(<FirstStep />);
  await shown();
  expect(await screen.findByText('No operator is available right now.')).toBeDefined();
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('is not shown where the camera is allowed already', async () => {
  permission = 'granted';
  renderInScope(<FirstStep />);
  await waitFor(() => expect(queries().getQueryData(['first-step', me.uniqueId])).toBe(false));
  expect(card()).toBeNull();
});
