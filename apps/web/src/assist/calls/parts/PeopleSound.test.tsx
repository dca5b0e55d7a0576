import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../shared/i18n';
import { testPerson } from '../../../testing/calls';
import { renderInScope } from '../../../testing/scope';
import { PeopleSound } from './PeopleSound';

beforeEach(() => setLanguage('en'));
afterEach(() => void vi.restoreAllMocks());

test('sound that the browser blocks starts with any tap, and a button says so until then', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play');
  play.mockRejectedValueOnce(new DOMException('', 'NotAllowedError')).mockResolvedValue();
  renderInScope(<PeopleSound people={[testPerson({ stream: new MediaStream() })]} />);
  await screen.findByRole('button', { name: 'Turn the sound on' });
  expect(play).toHaveBeenCalledOnce();

  fireEvent.pointerDown(document.body);
  expect(play).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('button', { name: 'Turn the sound on' })).toBeNull();
});

test('sound that plays asks for nothing', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  renderInScope(<PeopleSound people={[testPerson({ stream: new MediaStream() })]} />);
  await vi.waitFor(() => expect(play).toHaveBeenCalled());
  expect(screen.queryByRole('button')).toBeNull();
});
