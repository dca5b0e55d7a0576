import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setLanguage } from '../app/i18n';
import { ErrorBoundary } from './ErrorBoundary';

function Broken(): never {
  throw new Error('broken');
}

test('a crash shows the words of the documents and ends what runs', async () => {
  await setLanguage('en');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const onCrash = vi.fn<(error: unknown) => void>();

  render(
    <ErrorBoundary onCrash={onCrash}>
      <Broken />
    </ErrorBoundary>,
  );

  expect(screen.getByRole('heading').textContent).toBe('oops!');
  expect(screen.getByText('Something went wrong...')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
  expect(onCrash).toHaveBeenCalledTimes(1);
});
