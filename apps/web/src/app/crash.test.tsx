/** D4.8: an error boundary closes any active call and sends one log per session. */
import { createLogKeys } from '@earth/crypto/keys';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createRecoveries, ErrorBoundary } from '../ui/feedback/ErrorBoundary';
import { onCrash } from './crash';
import { setLanguage } from '../shared/i18n';
import { createCalls } from '../assist/calls';
import { createSessionScope } from '../platform/session/session-scope';
import { giveConfig } from '../testing/config';

const keys = await createLogKeys(new Uint8Array(32).fill(7));
const hangUp = vi.fn<() => void>();
const scope = createSessionScope(0, new Map<unknown, unknown>([[createCalls, { hangUp }]]));
giveConfig({ logKey: keys.publicKey });

function Broken(): never {
  throw new Error('broken');
}

test('D4.8: a crash closes the active call and sends one log; a second crash sends none', async () => {
  setLanguage('en');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const sent = vi.fn<(url: string) => void>();
  vi.stubGlobal('fetch', async (url: string) => {
    sent(url);
    return Response.json({ result: { success: true, code: 200, message: '' }, data: null });
  });
  const crash = () =>
    render(
      <ErrorBoundary recoveries={createRecoveries()} onCrash={(cause) => onCrash(scope, cause)}>
        <Broken />
      </ErrorBoundary>,
    );
  const { unmount } = crash();
  expect(screen.getByRole('heading', { name: 'oops!' })).toBeDefined();
  await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
  unmount();
  crash();
  await vi.waitFor(() => expect(hangUp).toHaveBeenCalledTimes(2));
  expect(sent.mock.calls).toEqual([['/services/log']]);
});
