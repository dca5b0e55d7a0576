/** Types check that no key is missing; this checks what types cannot. */
import { expect, test } from 'vitest';
import type { Texts } from './i18n';

const modules = import.meta.glob<Record<string, Texts<Record<string, string>>>>(
  '../{account,admin,app,assist,discover,shared,ui}/**/{texts,*-texts}.ts',
  {
    eager: true,
  },
);
const all = Object.entries(modules).flatMap(([file, exported]) =>
  Object.values(exported).map((texts) => ({ file, words: texts.words })),
);

/** The names of the placeholders in a text: `{{name}}`. */
const valuesIn = (text: string) => new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]));

test.each(all)('$file has the same keys and placeholders in both languages', ({ words: { en, it } }) => {
  const valuesOf = (words: typeof en) => Object.entries(words).map(([key, text]) => [key, valuesIn(text)]);

  expect(Object.values({ ...en, ...it })).not.toContain('');
  expect(valuesOf(it)).toEqual(valuesOf(en));
});

test('finds the texts of each feature', () => {
  expect(all.length).toBeGreaterThan(20);
});
