import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../shared/i18n';
import { testItem } from '../../../testing/contents';
import { showPages } from '../../../testing/visitor';
import { PointCard } from './PointCard';

const point = { contentId: 1, number: 1, item: testItem({ title: 'The diadem' }), marks: [] };

beforeEach(() => {
  setLanguage('en');
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

/** A visit with a button that opens the point. */
async function openPoint({ staysThere }: { readonly staysThere: boolean }) {
  function Visit() {
    const [isOpen, setOpen] = useState(false);
    return (
      <section role="dialog" tabIndex={-1}>
        {(staysThere || !isOpen) && (
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
        )}
        {isOpen && (
          <PointCard point={point} points={[point]} onSelect={() => undefined} onClose={() => setOpen(false)} />
        )}
      </section>
    );
  }
  showPages({ '/': Visit }, '/');
  const opener = await screen.findByRole('button', { name: 'Open' });
  opener.focus();
  fireEvent.click(opener);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'The diadem' }));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
}

test('a closed point gives the focus back to what has opened it', async () => {
  await openPoint({ staysThere: true });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
});

test('a closed point gives the focus to the visit if what has opened it is gone', async () => {
  await openPoint({ staysThere: false });
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
});
