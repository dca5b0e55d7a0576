import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setLanguage } from '../../../shared/i18n';
import { forgetKnownKeys, recordKnownKeys } from '../../../platform/crypto/known-keys';
import { recordLeftOut } from '../../../platform/crypto/left-out';
import { testContact } from '../../../testing/people';
import { KeyNotices } from './KeyNotices';
import { beginScope, renderInScope } from '../../../testing/scope';
import type { SessionScope } from '../../../platform/session/session-scope';

const giulia = testContact({ name: 'Giulia Rinaldi', publicKey: 'hers' });
const substituted = { ...giulia, publicKey: 'of somebody between' };

let scope: SessionScope;
beforeEach(async () => {
  setLanguage('en');
  scope = beginScope();
  await forgetKnownKeys();
  await recordKnownKeys(scope, [giulia]);
});

test('changed keys are reported in both languages, and the notice can be dismissed', async () => {
  renderInScope(<KeyNotices people={[substituted]} canPutAway />);
  expect(await screen.findByText(/Your safety number with Giulia Rinaldi has changed/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Compare' })).toBeTruthy();
  act(() => setLanguage('it'));
  expect(screen.getByText(/numero di sicurezza con Giulia Rinaldi/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Chiudi' }));
  await waitFor(() => expect(screen.queryByText(/numero di sicurezza/)).toBeNull());
});

test('at the ring the notice has no actions', async () => {
  renderInScope(<KeyNotices people={[substituted]} />);
  expect(await screen.findByText(/safety number with/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('people left out of the encryption are named', () => {
  renderInScope(<KeyNotices people={[giulia]} canPutAway />);
  expect(screen.queryByText(/Giulia/)).toBeNull();
  act(() => recordLeftOut(scope, new Map([[giulia.uniqueId, 'unusable']])));
  expect(screen.getByText(/Giulia Rinaldi can’t read what you write/)).toBeTruthy();
});
