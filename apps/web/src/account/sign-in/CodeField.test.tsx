import { fireEvent, render, screen } from '@testing-library/react';
import { createRef, useState } from 'react';
import { expect, test } from 'vitest';
import { CodeField } from './CodeField';

function Page() {
  const [code, setCode] = useState('');
  return (
    <CodeField
      ref={createRef()}
      label="Code"
      value={code}
      onChange={setCode}
      isInvalid={false}
      describedBy={undefined}
    />
  );
}

test('accepts a pasted code with spaces or extra digits', () => {
  render(<Page />);
  const field = screen.getByLabelText<HTMLInputElement>('Code');

  fireEvent.change(field, { target: { value: 'Code: 407 1938' } });

  expect(field.value).toBe('407193');
  expect(field.autocomplete).toBe('one-time-code');
});
