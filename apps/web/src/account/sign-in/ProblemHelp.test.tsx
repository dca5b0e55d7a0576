import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { ProblemHelp } from './ProblemHelp';

beforeEach(() => setLanguage('en'));

test('refers a user with too many devices to the device list by its name, or to an administrator', () => {
  render(<ProblemHelp problem={{ text: 'deviceLimit' }} />);
  const { textContent } = screen.getByRole('status');
  expect(textContent).toContain('“Me”');
  expect(textContent).toContain('“Signed-in devices”');
  expect(textContent).toContain('administrator');
});

test('tells a user whose address is unknown how accounts are made', () => {
  render(<ProblemHelp problem={{ text: 'unknownEmail' }} />);
  expect(screen.getByRole('status').textContent).toMatch(/by invitation/);
});

test('shows nothing for other errors', () => {
  render(<ProblemHelp problem={{ text: 'emailFormat' }} />);
  expect(screen.getByRole('status').textContent).toBe('');
});
