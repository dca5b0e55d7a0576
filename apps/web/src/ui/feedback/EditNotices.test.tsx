import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { Restored } from './EditNotices';

beforeEach(() => setLanguage('en'));

function Form() {
  const [isRestored, setRestored] = useState(true);
  return (
    <form>
      <input aria-label="Search" />
      {isRestored && <Restored onDiscard={() => setRestored(false)} />}
      <input type="file" aria-label="Picture" />
      <input aria-label="Code" disabled />
      <input aria-label="Name" />
    </form>
  );
}

test('a draft that is discarded leaves the focus at the first field after its notice', () => {
  render(<Form />);
  const discard = screen.getByRole('button', { name: 'Discard them' });
  discard.focus();
  fireEvent.click(discard);
  expect(screen.queryByRole('status')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});
