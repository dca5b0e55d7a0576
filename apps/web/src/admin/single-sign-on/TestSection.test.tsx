import type { SignOnSettings } from '@earth/contracts';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { standInShell } from '../../testing/shell';
import { showPages } from '../../testing/visitor';
import { TestSection } from './TestSection';

const settings: SignOnSettings = {
  version: 1,
  connection: {
    issuer: 'https://login.example',
    clientId: 'earth',
    roleClaim: '',
    roles: [],
    defaultRole: 'OPERATOR',
    makesPeople: false,
    testedDate: null,
  },
  areCodesOff: false,
  domains: [],
  redirectUrl: 'https://help.example.com/callback',
  logoutUrl: 'https://help.example.com/log-out',
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  document.head.innerHTML = '';
});

const show = () => showPages({ '/admin/company': () => <TestSection settings={settings} /> }, '/admin/company');

test('a browser starts the test; the app, to whose page no way leads back, names the address to open in one', async () => {
  setLanguage('en');
  show();
  expect(await screen.findByRole('button', { name: 'Test sign-in' })).toBeTruthy();
  cleanup();
  document.head.innerHTML = '<meta name="earth-server" content="https://help.example.com">';
  standInShell({});
  show();
  expect(await screen.findByText(/Open https:\/\/help\.example\.com\/admin\/company\?part=signOn there/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Test sign-in' })).toBeNull();
});
