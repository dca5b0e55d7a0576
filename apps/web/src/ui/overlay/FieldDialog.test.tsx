import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../platform';
import { setLanguage } from '../../shared/i18n';
import { FieldDialog } from './FieldDialog';

const onSave = vi.fn<(value: string) => Promise<void>>();
const onClose = vi.fn<() => void>();
beforeEach(() => {
  setLanguage('en');
  onSave.mockReset().mockResolvedValue();
  onClose.mockReset();
});

const show = () =>
  render(
    <FieldDialog
      title="Rename the group"
      label="Name"
      first="Pumps"
      check={(value) => (value === '' ? 'missing' : null)}
      say={(text) => `It is ${text}`}
      onSave={onSave}
      onClose={onClose}
    />,
  );
const field = () => screen.getByLabelText<HTMLInputElement>('Name');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

test('begins with the present value, saves the new one without surrounding spaces, and closes', async () => {
  show();
  expect([field().value, document.activeElement]).toEqual(['Pumps', field()]);
  type('  Valves ');
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onSave.mock.calls).toEqual([['Valves']]);
});

test('says what is wrong at the field, and saves nothing', async () => {
  show();
  type('  ');
  save();
  expect((await screen.findByRole('alert')).textContent).toBe('It is missing');
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect([onSave, onClose].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});

test('stays open with the reason if it was not saved, and can be tried again', async () => {
  onSave.mockRejectedValueOnce(new ApiError({ code: 409, error: null, message: 'Taken' }));
  show();
  type('Valves');
  save();
  await screen.findByText('Taken');
  expect(onClose).not.toHaveBeenCalled();
  expect(field().value).toBe('Valves');
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
