import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from './run.mjs';

interface Built {
  readonly languages: readonly string[];
  readonly languageChoices: readonly { readonly label: string }[];
  readonly supportedLanguage: (tags: readonly string[]) => string;
  readonly textsIn: (language: string) => (key: string) => string;
}

test('a file in `texts/` adds a language to the web app, without code', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'earth-language-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const part of ['platform/texts.ts', 'platform/texts', 'shared/language-choices.ts'])
    cpSync(join(ROOT, 'apps/web/src', part), join(folder, part), { recursive: true });
  writeFileSync(join(folder, 'platform/texts/de.json'), JSON.stringify({ accept: 'Annehmen' }));
  writeFileSync(
    join(folder, 'entry.ts'),
    "export * from './platform/texts';\nexport * from './shared/language-choices';\n",
  );
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    resolve: { alias: { '@earth/contracts': join(ROOT, 'packages/contracts/src/translations.ts') } },
    build: { lib: { entry: 'entry.ts', formats: ['es'], fileName: () => 'built.mjs' } },
  });

  const app = (await import(join(folder, 'dist/built.mjs'))) as Built;

  expect(app.languages).toEqual(['de', 'en', 'it']);
  expect(app.languageChoices.map(({ label }) => label)).toEqual(['Deutsch', 'English', 'Italiano']);
  expect(app.supportedLanguage(['de-AT'])).toBe('de');
  expect([app.textsIn('de')('accept'), app.textsIn('de')('decline')]).toEqual(['Annehmen', 'Decline']);
});
