import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addTexts, setLanguage, useTexts } from './i18n';

const en = { hello: 'Hello {{name}}', calls_one: '{{count}} call', calls_other: '{{count}} calls' };
const texts = addTexts<typeof en>({
  './texts/en.json': en,
  './texts/it.json': { hello: 'Ciao {{name}}', calls_one: '{{count}} chiamata', calls_other: '{{count}} chiamate' },
});

function Page() {
  const t = useTexts(texts);
  return (
    <p>
      {t('hello', { name: '<Luca>' })}: {t('calls', { count: 1 })}, {t('calls', { count: 2 })}
    </p>
  );
}

test('changes the language without a reload, and remembers it', async () => {
  setLanguage('en');
  render(<Page />);
  expect(screen.getByText('Hello <Luca>: 1 call, 2 calls')).toBeDefined();

  act(() => setLanguage('it'));

  expect(screen.getByText('Ciao <Luca>: 1 chiamata, 2 chiamate')).toBeDefined();
  expect(document.documentElement.lang).toBe('it');
  expect(localStorage.getItem('language')).toBe('it');
});

test('isolates a right-to-left name, so that the sentence around it keeps its direction', () => {
  expect(texts.say('hello', { name: 'دانا' })).toBe('Ciao \u2068دانا\u2069');
  expect(texts.say('hello', { name: 'gpj.\u202ecod' })).toBe('Ciao \u2068gpj.cod\u2069');
});
