import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { DeviceLimit } from './DeviceLimit';

beforeEach(() => setLanguage('en'));

test('whose devices are too many is led to the list of them, by its name, or to an administrator', () => {
  render(<DeviceLimit problem={{ text: 'deviceLimit' }} />);
  const { textContent } = screen.getByRole('status');
  expect(textContent).toContain('«Me»');
  expect(textContent).toContain('«Where you are signed in»');
  expect(textContent).toContain('administrator');
});

test('nothing else is explained by it', () => {
  render(<DeviceLimit problem={{ text: 'unknownEmail' }} />);
  expect(screen.getByRole('status').textContent).toBe('');
});
