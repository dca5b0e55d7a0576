import type { ChatItem } from '@earth/calls';
import { render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../../../shared/i18n';
import { Unread } from './Unread';

afterEach(() => setLanguage('en'));

test.each<['en' | 'it', ChatItem['state'], string]>([
  ['en', 'loading', 'Loading…'],
  ['it', 'loading', 'Caricamento…'],
  ['en', 'sent', 'This message was not sealed for you'],
  ['it', 'sent', 'Questo messaggio non è cifrato per te'],
])('in %s, a message without text that is %s shows «%s»', (language, state, words) => {
  setLanguage(language);
  const { container } = render(<Unread message={{ state } as ChatItem} />);
  expect(container.textContent).toBe(words);
});
