import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { KeyQuestion } from '../../app/KeyQuestion';
import { createKeyQuestions } from '../../platform/crypto/key-question';
import { recordComparison } from '../../platform/crypto/key-trust';
import { forgetKnownKeys, recordKnownKeys } from '../../platform/crypto/known-keys';
import { recordLeftOut } from '../../platform/crypto/left-out';
import { testContact } from '../../testing/people';
import { LeftOutLines } from './LeftOutLines';
import { AppScope, beginScope, renderInScope } from '../../testing/scope';
import type { SessionScope } from '../../platform/session/session-scope';

const giulia = testContact({ name: 'Giulia Rinaldi', publicKey: 'hers' });

let scope: SessionScope;
beforeEach(async () => {
  setLanguage('en');
  scope = beginScope();
  await forgetKnownKeys();
});

test('names people who cannot be sealed for beside the composer, in both languages', () => {
  renderInScope(<LeftOutLines people={[giulia]} />);
  expect(screen.getByRole('status').textContent).toBe('');
  act(() => recordLeftOut(scope, new Map([[giulia.uniqueId, 'unusable']])));
  expect(screen.getByText(/Giulia Rinaldi can’t read what you write/)).toBeTruthy();
  act(() => setLanguage('it'));
  expect(screen.getByText(/Giulia Rinaldi non può leggere i tuoi messaggi/)).toBeTruthy();
});

test('asks before sealing for changed keys of a compared contact, and lets the user decide again', async () => {
  const other = { ...giulia, publicKey: 'of somebody between' };
  await recordKnownKeys(scope, [giulia]);
  await recordComparison(scope, giulia, 'mine', true);
  render(
    <AppScope>
      <LeftOutLines people={[other]} />
      <KeyQuestion />
    </AppScope>,
  );
  const refused = scope.get(createKeyQuestions).findRefused([other]);
  const leaveOut = await screen.findByRole('button', { name: 'Leave Giulia out' });
  // Also over a call and an incoming call, because sealing waits for the answer.
  expect(leaveOut.closest<HTMLElement>('[data-layer]')?.dataset.layer).toBe('questions');
  fireEvent.click(leaveOut);
  expect([...(await refused)]).toEqual([giulia.uniqueId]);
  act(() => recordLeftOut(scope, new Map([[giulia.uniqueId, 'changed']])));
  fireEvent.click(screen.getByRole('button', { name: 'Decide' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Use the new keys' }));
  await waitFor(() => expect(screen.queryByText('Giulia’s keys have changed')).toBeNull());
  expect([...(await scope.get(createKeyQuestions).findRefused([other]))]).toEqual([]);
});
