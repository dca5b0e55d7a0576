import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { cover, LAYERS, layerElement } from './layers';

const SOURCE = join(import.meta.dirname, '../..');

/** @returns the texts of the matching source files without tests, with their paths */
const read = (names: RegExp): [path: string, text: string][] =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => names.test(path) && !/\.test\.tsx?$/.test(path) && !path.startsWith('testing'))
    .map((path) => [path, readFileSync(join(SOURCE, path), 'utf8')]);

const lines = (files: [path: string, text: string][], wrong: RegExp) =>
  files.flatMap(([path, text]) => [...text.matchAll(wrong)].map(([found]) => `${path}: ${found}`));

afterEach(() => document.body.replaceChildren());

test('names every z-index in layers.css', () => {
  const styles = read(/\.css$/).filter(([path]) => path !== join('ui', 'overlay', 'layers.css'));
  expect(styles.length).toBeGreaterThan(50);
  expect(lines(styles, /z-index:(?! var\(--layer-[a-z]+\);).*/g)).toEqual([]);
  expect(lines(read(/\.tsx?$/), /\bz-?index['"]?\s*[:=](?!\s*\{?['"]var\(--layer-[a-z]+\)).*/gi)).toEqual([]);
});

test('puts every overlay into a layer', () => {
  const code = read(/\.tsx?$/);
  expect(lines(code, /createPortal\([^;]*?document\.body\b/g)).toEqual([]);
  expect(lines(code, /\.showModal\(|\spopover=|<dialog\b|requestFullscreen/g)).toEqual([]);
  const opening = code.filter(([, text]) => /\saria-modal\b/.test(text));
  expect(opening.length).toBeGreaterThan(2);
  const covers = /\b(useDialogLayer|useTakeOver)\(/;
  expect(opening.filter(([, text]) => !covers.test(text)).map(([path]) => path)).toEqual([]);
});

test('layers are in their fixed order, whichever is created first', () => {
  layerElement('ring');
  layerElement('dialogs');
  expect([...document.body.children].map((element) => (element as HTMLElement).dataset.layer)).toEqual(LAYERS);
});

test('content below is inert until the last overlay is gone; notices never are', () => {
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  const inert = () =>
    ['root', ...LAYERS].filter((name) => (name === 'root' ? root : layerElement(name as never)).inert);
  const openIn = (layer: (typeof LAYERS)[number]) => layerElement(layer).appendChild(document.createElement('div'));

  const uncoverPage = cover(openIn('dialogs'));
  expect(inert()).toEqual(['root']);
  const endRing = cover(openIn('ring'));
  expect(inert()).toEqual(['root', 'dialogs', 'call', 'callDialogs']);
  const endCall = cover(openIn('call'));
  endRing();
  expect(inert()).toEqual(['root', 'dialogs']);
  endCall();
  uncoverPage();
  expect(inert()).toEqual([]);
});

test('the dialogs of a call are dark like the call, and no others are', () => {
  layerElement('callDialogs');
  expect(LAYERS.filter((layer) => layerElement(layer).dataset.theme === 'dark')).toEqual(['callDialogs']);
});
