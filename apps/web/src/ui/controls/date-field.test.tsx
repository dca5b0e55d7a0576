import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { DateField } from './DateField';

const field = { label: 'From', problem: null, say: (text: string) => text, onChange: () => undefined };

test.each([
  ['en', '11 December 2026'],
  ['it', '11 dicembre 2026'],
])('names the month of the chosen day: %s', (language, words) => {
  setLanguage(language);
  const { rerender } = render(<DateField {...field} type="date" value="2026-12-11" />);
  expect(screen.getByLabelText('From')).toHaveProperty('value', '2026-12-11');
  expect(screen.getByText(words)).toBeDefined();
  rerender(<DateField {...field} type="datetime-local" value="2026-12-11T10:31" />);
  expect(screen.getByText(new RegExp(`^${words}, 10:31 `))).toBeDefined();
  rerender(<DateField {...field} type="date" value="" />);
  expect(screen.queryByText(/2026/)).toBeNull();
});
