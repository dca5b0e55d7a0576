/** A guided visit, and scenes, in a build with an AR SDK. */
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type NativeMethod, NativeRejection, type NativePlugin, standInShell } from '../../../testing/shell';
import { forgetContents, refused, serve, showPages } from '../../../testing/visitor';
import { setLanguage } from '../../../shared/i18n';
import { ArExperience } from '../../ar/experience/ArExperience';
import { Visit } from './Visit';

const done: NativeMethod = () => undefined;
const granted = () => ({ publicStorage: 'granted' });
const Filesystem: NativePlugin = { checkPermissions: granted, requestPermissions: granted };
const vendor: NativePlugin = { downloadModel: done, downloadMarkers: done, startDiscover: done, startScenes: done };
const content = { id: 7, title: 'Bronzes', googleUrl: null };

afterEach(() => {
  forgetContents();
  vi.unstubAllGlobals();
});

function show(ArRecognition: NativePlugin, startAt?: number) {
  setLanguage('en');
  const shell = standInShell({ ArRecognition, Filesystem });
  serve(() => refused('internal'));
  const onClose = vi.fn<() => void>();
  const visit = () => <Visit modelId="model-1" content={content} startAt={startAt} onClose={onClose} />;
  const scenes = () => <ArExperience sceneId={7} title="Bronzes" onClose={onClose} />;
  return { shell, onClose, at: (path: string) => showPages({ '/visit': visit, '/scenes': scenes }, path) };
}
/** What the own engine says here: this environment has no workers. */
const OWN = /^The augmented reality section cannot be started/;

test.each([
  ['/visit', 'startDiscover', { externalId: 'model-1', color: '#29c885' }],
  ['/scenes', 'startScenes', { sceneId: 7, companyId: '-1' }],
])('D4.29: at %s the SDK is started (%s), and not the own engine', async (path, method, options) => {
  const { shell, onClose, at } = show(vendor);
  at(path);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(shell.optionsOf('ArRecognition', method)).toMatchObject([options]);
  expect(screen.queryByText(OWN)).toBeNull();
});

test('an SDK that fails leads to the own engine, and so does a visit that begins at a point', async () => {
  const failing = () => {
    throw new NativeRejection('no licence');
  };
  const { onClose, at } = show({ ...vendor, downloadModel: failing });
  at('/visit');
  expect(await screen.findByText(OWN)).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
  forgetContents();
  const second = show(vendor, 9);
  second.at('/visit');
  expect(await screen.findByText(OWN)).toBeDefined();
  expect(second.shell.optionsOf('ArRecognition', 'downloadModel')).toEqual([]);
});
