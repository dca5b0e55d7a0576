/** Types see that no key is missing; here is what they cannot see. */
import i18next from 'i18next';
import { expect, test } from 'vitest';
import '../features/calls/texts';
import '../features/console/texts';
import '../features/contact/texts';
import '../features/help/texts';
import '../features/history/texts';
import '../features/me/texts';
import '../features/people/texts';
import '../features/rooms/texts';
import '../features/sign-in/texts';
import '../features/statistics/texts';
import '../ui/texts';
import './texts';

const namespaces = [
  'app',
  'ui',
  'calls',
  'console',
  'contact',
  'help',
  'history',
  'me',
  'people',
  'rooms',
  'signIn',
  'statistics',
];

const wordsOf = (language: string, namespace: string): Readonly<Record<string, string>> =>
  i18next.getResourceBundle(language, namespace);

/** The names of the values in a text: `{{name}}`. */
const valuesIn = (text: string) => new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]));

test.each(namespaces)('«%s» has the same keys, filled with the same values, in both languages', (namespace) => {
  const en = wordsOf('en', namespace);
  const it = wordsOf('it', namespace);
  const valuesOf = (words: typeof en) => Object.entries(words).map(([key, text]) => [key, valuesIn(text)]);

  expect(Object.values({ ...en, ...it })).not.toContain('');
  expect(valuesOf(it)).toEqual(valuesOf(en));
});
