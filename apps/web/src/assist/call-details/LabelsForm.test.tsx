import type { CallDetails } from '@earth/contracts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { queries, renderInScope } from '../../testing/scope';
import { LabelsForm } from './LabelsForm';
import type { Base, Outcome } from './model/save-labels';
import * as saving from './use-save-labels';

afterEach(() => {
  cleanup();
  queries().clear();
  vi.restoreAllMocks();
});

test('a choice between two references that is put off is asked again, and what the other has saved stays until then', async () => {
  setLanguage('en');
  const theirs: Base = { labels: { reference: 'ORD-2', tags: ['theirs'] }, date: 'v2' };
  const conflict: Outcome = { type: 'conflict', base: theirs, mine: { reference: 'ORD-1', tags: ['theirs', 'mine'] } };
  const save = vi.fn<ReturnType<typeof saving.useSaveLabels>>().mockResolvedValue(conflict);
  vi.spyOn(saving, 'useSaveLabels').mockReturnValue(save);
  const item = { labels: { date: 'v1' } } as CallDetails;
  renderInScope(<LabelsForm item={item} labels={{ reference: '', tags: [] }} onClose={() => undefined} />);
  const first: Base = { labels: { reference: '', tags: [] }, date: 'v1' };
  fireEvent.change(screen.getByRole('textbox', { name: 'Customer’s reference' }), { target: { value: 'ORD-1' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Tags' }), { target: { value: 'mine' } });
  for (const times of [1, 2]) {
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog');
    expect(save.mock.calls).toEqual(
      Array.from({ length: times }, () => [first, { reference: 'ORD-1', tags: ['mine'] }]),
    );
    // Again, because the dialog may be seen before it listens.
    await vi.waitFor(() => {
      fireEvent.keyDown(dialog, { key: 'Escape' });
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  }
});
