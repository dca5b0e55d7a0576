import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { DeviceLimit } from './DeviceLimit';

beforeEach(() => setLanguage('en'));

test('refers a user with too many devices to the device list by its name, or to an administrator', () => {
  render(<DeviceLimit problem={{ text: 'deviceLimit' }} />);
  const { textContent } = screen.getByRole('status');
  expect(textContent).toContain('“Me”');
  expect(textContent).toContain('“Signed-in devices”');
  expect(textContent).toContain('administrator');
});

test('shows nothing for other errors', () => {
  render(<DeviceLimit problem={{ text: 'unknownEmail' }} />);
  expect(screen.getByRole('status').textContent).toBe('');
});
