import { expect, test } from 'vitest';
import { scriptsOf } from './first-screen.mjs';

const manifest = {
  'index.html': { file: 'index.js', imports: ['_shared.js'], dynamicImports: ['sign-in.ts', 'call.ts'] },
  'sign-in.ts': { file: 'sign-in.js', imports: ['index.html', '_form.js'] },
  'call.ts': { file: 'call.js', imports: ['_video.js'] },
  '_shared.js': { file: 'shared.js' },
  '_form.js': { file: 'form.js', imports: ['_shared.js'] },
  '_video.js': { file: 'video.js' },
};

test('the first screen is what is loaded at once, and not what is loaded when it is opened', () => {
  expect(scriptsOf(manifest, ['index.html', 'sign-in.ts']).toSorted()).toEqual([
    'form.js',
    'index.js',
    'shared.js',
    'sign-in.js',
  ]);
});

test('a script that is named, and imported under another name too, weighs once', () => {
  const shared = { ...manifest, 'sign-in.ts': { file: 'sign-in.js', imports: ['_start.js'] } };
  const named = { ...shared, '_start.js': { file: 'start.js', name: 'start' } };
  expect(scriptsOf(named, ['start.tsx', 'sign-in.ts'])).toEqual(['start.js', 'sign-in.js']);
});

test('a screen that is no longer there is said, not left out', () => {
  expect(() => scriptsOf(manifest, ['index.html', 'login.ts'])).toThrow('login.ts');
});
