import type { PeopleImport } from '@earth/contracts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as platform from '../../platform';
import { setLanguage } from '../../shared/i18n';
import { queries } from '../../testing/scope';
import { showPages } from '../../testing/visitor';
import { ImportDialog } from './ImportDialog';

beforeEach(() => {
  setLanguage('en');
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  cleanup();
  queries().clear();
  vi.unstubAllGlobals();
});

test('one live region says that a file is read, and then what it would do', async () => {
  let answer: (found: PeopleImport) => void = () => {};
  vi.spyOn(platform, 'sendCall').mockImplementation(
    (() =>
      new Promise<PeopleImport>((resolve) => {
        answer = resolve;
      })) as typeof platform.sendCall,
  );
  showPages({ '/admin/people': () => <ImportDialog onClose={() => {}} /> }, '/admin/people');
  const dialog = await screen.findByRole('dialog', { name: 'Import people' });
  const status = within(dialog).getByRole('status');
  expect(status.textContent).toBe('');
  const input = dialog.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['email\na@b.example'], 'staff.csv')] } });
  await vi.waitFor(() => expect(status.textContent).toBe('Reading the file…'));
  await vi.waitFor(() => expect(platform.sendCall).toHaveBeenCalled());
  answer({ isDone: false, plan: 'x', added: 10_000, changed: 1, unchanged: 0, wrong: 0, ignored: [], rows: [] });
  await vi.waitFor(() => expect(status.textContent).toBe('staff.csv: 10,000 new people, 1 changed, 0 unchanged'));
});
