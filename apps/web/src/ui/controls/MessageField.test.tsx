import { TEXT_MAX } from '@earth/contracts';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { Field } from './Field';
import { MessageField } from './MessageField';
import { TooLong } from './TooLong';

beforeEach(() => setLanguage('en'));

function show() {
  const acts = { onSend: vi.fn<() => void>(), onEscape: vi.fn<() => void>(), onFile: () => {} };
  function Page() {
    const [value, setValue] = useState('おは');
    return (
      <>
        <MessageField label="Message" value={value} onChange={setValue} {...acts} />
        <TooLong text={value} most={TEXT_MAX} />
      </>
    );
  }
  render(<Page />);
  return { ...acts, field: screen.getByRole('textbox') };
}

test.each([
  ['Safari', { keyCode: 229 }],
  ['others', { isComposing: true }],
])("a key that confirms an input method's words sends nothing, as %s mark it", (_, marks) => {
  const { field, onEscape, onSend } = show();
  fireEvent.keyDown(field, { key: 'Enter', ...marks });
  fireEvent.keyDown(field, { key: 'Escape', ...marks });
  expect(onSend).not.toHaveBeenCalled();
  expect(onEscape).not.toHaveBeenCalled();

  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  expect(onSend).toHaveBeenCalledOnce();
});

test('keeps a text that is too long, and reports its excess', () => {
  const { field } = show();
  const pasted = `${'A'.repeat(TEXT_MAX + 500)}END`;
  fireEvent.change(field, { target: { value: pasted } });
  expect(field).toHaveProperty('value', pasted);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toBe('503 characters over the limit of 20,000.');

  fireEvent.change(field, { target: { value: `${'A'.repeat(TEXT_MAX)} ` } });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('does not submit a form while one of its texts is too long, and truncates none', () => {
  const onSubmit = vi.fn<() => void>();
  function Form() {
    const [name, setName] = useState('');
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Field label="Name" value={name} onChange={setName} maxLength={5} problem={null} say={String} />
        <button type="submit">Save</button>
      </form>
    );
  }
  render(<Form />);
  const field = screen.getByRole('textbox');
  const save = () => fireEvent.click(screen.getByRole('button'));
  fireEvent.change(field, { target: { value: 'Chiara' } });
  save();
  expect(onSubmit).not.toHaveBeenCalled();
  expect(field).toHaveProperty('value', 'Chiara');
  expect(screen.getByText('1 character over the limit of 5.')).toBeTruthy();
  expect(document.activeElement).toBe(field);

  fireEvent.change(field, { target: { value: 'Chia' } });
  save();
  expect(onSubmit).toHaveBeenCalledOnce();
});
