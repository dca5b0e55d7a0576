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

test('the first screen contains static imports, but not dynamic ones', () => {
  expect(scriptsOf(manifest, ['index.html', 'sign-in.ts']).toSorted()).toEqual([
    'form.js',
    'index.js',
    'shared.js',
    'sign-in.js',
  ]);
});

test('counts a script once that is both named and imported', () => {
  const shared = { ...manifest, 'sign-in.ts': { file: 'sign-in.js', imports: ['_start.js'] } };
  const named = { ...shared, '_start.js': { file: 'start.js', name: 'start' } };
  expect(scriptsOf(named, ['start.tsx', 'sign-in.ts'])).toEqual(['start.js', 'sign-in.js']);
});

test('fails for a screen that no longer exists', () => {
  expect(() => scriptsOf(manifest, ['index.html', 'login.ts'])).toThrow('login.ts');
});
