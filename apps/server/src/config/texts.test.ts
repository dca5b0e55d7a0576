import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { languages, textsOf } from './texts';

test('the server has the languages of its files', () => {
  expect(languages).toEqual(['en', 'it']);
});

test('a third language needs a file only; what it lacks is English', () => {
  const folder = mkdtempSync(join(tmpdir(), 'earth-texts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'texts'));
  const write = (language: string, texts: object) =>
    writeFileSync(join(folder, 'texts', `${language}.json`), JSON.stringify(texts));
  write('en', { hello: 'Hello {{name}}', bye: 'Bye' });
  write('de', { hello: 'Hallo {{name}}' });
  const t = textsOf<{ hello: string; bye: string }>(folder)('de');
  expect([t('hello', { name: 'Ada' }), t('bye')]).toEqual(['Hallo Ada', 'Bye']);
});
