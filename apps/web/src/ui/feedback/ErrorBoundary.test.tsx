import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { createRecoveries, ErrorBoundary } from './ErrorBoundary';

function Broken(): never {
  throw new Error('broken');
}

test('D2.30, D8.17: a crash shows the required words and ends running work', async () => {
  setLanguage('en');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const onCrash = vi.fn<(error: unknown) => void>();

  render(
    <ErrorBoundary recoveries={createRecoveries()} onCrash={onCrash}>
      <Broken />
    </ErrorBoundary>,
  );

  expect(screen.getByRole('heading').textContent).toBe('oops!');
  expect(screen.getByText('Something went wrong...')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
  expect(onCrash).toHaveBeenCalledTimes(1);
});

test('goes on after an error that React recovers from; the same error again is a crash', async () => {
  setLanguage('en');
  const reported = vi.fn<typeof reportError>();
  vi.stubGlobal('reportError', reported);
  const onCrash = vi.fn<(error: unknown) => void>();
  const recoveries = createRecoveries();
  render(
    <ErrorBoundary recoveries={recoveries} onCrash={onCrash}>
      <p>The app</p>
    </ErrorBoundary>,
  );
  const broken = new Error('broken');
  const recover = (cause: Error) => act(() => recoveries.onRecoverableError(new Error('recovered', { cause })));

  recover(broken);
  recover(new Error('something else'));
  expect(screen.getByText('The app')).toBeDefined();
  expect(reported).toHaveBeenCalledTimes(2);

  recover(new Error('broken'));
  expect(screen.getByRole('heading').textContent).toBe('oops!');
  expect(onCrash).toHaveBeenCalledTimes(1);
});
