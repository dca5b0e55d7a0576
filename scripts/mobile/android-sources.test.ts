/** All Java of the mobile app, compiled against Android's own classes. Gradle and the Android SDK are not needed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { ROOT } from '../run.mjs';

vi.setConfig({ testTimeout: 120_000 });

const ANDROID = process.env['ANDROID_ALL'];
const MAIN = join(ROOT, 'apps/mobile/android/app/src/main');
const CAPACITOR = join(ROOT, 'node_modules/@capacitor/android/capacitor/src/main/java/com/getcapacitor');

/** Capacitor's own sources that need nothing of androidx. The rest, and androidx and Firebase, are signatures in `android-api`. */
const OF_CAPACITOR = [
  'JSArray',
  'JSObject',
  'PermissionState',
  'PluginMethod',
  'annotation/CapacitorPlugin',
  'annotation/Permission',
  'annotation/PermissionCallback',
];

const hasJava = spawnSync('javac', ['--release', '17', '-version']).status === 0;

const javaIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.java'))
    .map((path) => join(folder, path));

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

/** The names of the resources, as Android's build makes them into the class `R`. `app_name` comes with the brand. */
function resources(): Readonly<Record<string, ReadonlySet<string>>> {
  const names: Record<string, Set<string>> = { string: new Set(['app_name']), id: new Set() };
  for (const path of readdirSync(join(MAIN, 'res'), { recursive: true, encoding: 'utf8' })) {
    const { dir, name, ext } = parse(path);
    const kind = dir.replace(/-.*$/, '');
    if (ext !== '' && kind !== 'values') (names[kind] ??= new Set()).add(name);
    if (ext !== '.xml') continue;
    const text = readFileSync(join(MAIN, 'res', path), 'utf8');
    for (const string of found(text, /<string name="(\w+)"/g)) names['string']?.add(string);
    for (const id of found(text, /"@\+id\/(\w+)"/g)) names['id']?.add(id);
  }
  return names;
}

const classOfResources = () => {
  const kinds = Object.entries(resources()).map(([kind, names]) => {
    const fields = [...names].map((name) => `public static int ${name};`);
    return `public static final class ${kind} { ${fields.join(' ')} }`;
  });
  return `package earth.shell;\npublic final class R { ${kinds.join('\n')} }\n`;
};

describe.skipIf(!hasJava || ANDROID === undefined)('the Java sources of the mobile app', () => {
  test('compile against Android 15, and name resources that there are', () => {
    const folder = mkdtempSync(join(tmpdir(), 'earth-android-'));
    try {
      const generated = join(folder, 'R.java');
      writeFileSync(generated, classOfResources());
      const options = ['--release', '17', '-proc:none', '-nowarn', '-cp', ANDROID ?? '', '-d', join(folder, 'classes')];
      const sources = [join(MAIN, 'java'), join(ROOT, 'scripts/mobile/android-api')].flatMap(javaIn);
      const capacitor = OF_CAPACITOR.map((name) => join(CAPACITOR, `${name}.java`));
      const { status, stderr } = spawnSync('javac', [...options, ...sources, ...capacitor, generated], {
        encoding: 'utf8',
      });
      const errors = stderr.split('\n').filter((line) => !line.startsWith('Note: '));
      expect({ status, errors: errors.join('\n').trim() }).toEqual({ status: 0, errors: '' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
