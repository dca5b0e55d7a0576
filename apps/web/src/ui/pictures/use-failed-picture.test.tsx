import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useFailedPicture } from './use-failed-picture';

function Picture({ url }: { readonly url: string }) {
  const [hasFailed, noteFailure] = useFailedPicture(url);
  return hasFailed ? 'no picture' : <img src={url} alt="a piece" onError={noteFailure} />;
}

test('retries a failed picture when its address changes, and when the network is back', () => {
  const { rerender } = render(<Picture url="/media/a/400.webp?until=1" />);
  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByText('no picture')).toBeDefined();

  rerender(<Picture url="/media/a/400.webp?until=2" />);
  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByText('no picture')).toBeDefined();

  act(() => void dispatchEvent(new Event('online')));
  expect(screen.getByRole('img').getAttribute('src')).toBe('/media/a/400.webp?until=2');
});
