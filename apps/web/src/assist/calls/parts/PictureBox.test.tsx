import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { CallActions } from '@earth/calls';
import { testLocal, testPerson } from '../../../testing/calls';
import { testContact, testProfile } from '../../../testing/people';
import { renderInScope } from '../../../testing/scope';
import { PictureBox } from './PictureBox';

const giulia = testContact({ name: 'Giulia Ferri' });

test.each([
  ['connecting', 'Waiting for the picture…'],
  ['good', 'Giulia’s camera is off'],
] as const)('a person without a picture, whose link is %s', (link, words) => {
  const person = testPerson({ contact: giulia, link, stream: {} as MediaStream, hasVideo: false });
  renderInScope(
    <PictureBox picture={{ of: 'person', person }} local={testLocal} me={testProfile()} size="stage" fit="cover" />,
  );
  expect(screen.getByText(words)).toBeDefined();
});

test('while the picture plays, «camera off» is hidden from screen readers', () => {
  const person = testPerson({ contact: giulia, link: 'good', stream: new MediaStream(), hasVideo: true });
  const box = (hasVideo: boolean) => (
    <PictureBox
      picture={{ of: 'person', person: { ...person, hasVideo } }}
      local={testLocal}
      me={testProfile()}
      size="stage"
      fit="cover"
    />
  );
  const { rerender } = renderInScope(box(true));
  expect(screen.queryByText('Giulia’s camera is off')).toBeNull();
  const words = screen.getByText('Waiting for the picture…');
  const isHidden = () => words.closest('[aria-hidden="true"]') !== null;
  expect(isHidden()).toBe(false);
  const video = screen.getByTestId('remote-video');
  Object.defineProperties(video, { videoWidth: { value: 640 }, videoHeight: { value: 480 } });
  fireEvent.loadedData(video);
  expect(isHidden()).toBe(true);

  rerender(box(false));
  expect(screen.getByText('Giulia’s camera is off').closest('[aria-hidden="true"]')).toBeNull();
});

afterEach(() => vi.unstubAllGlobals());

test('the size of a person’s picture on the screen is told, when it changes and when it is gone', () => {
  let measure = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        measure = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  const person = testPerson({ contact: giulia, link: 'good', stream: new MediaStream(), hasVideo: true });
  const onSize = vi.fn<CallActions['setPictureSize']>();
  const { unmount } = renderInScope(
    <PictureBox
      picture={{ of: 'person', person }}
      local={testLocal}
      me={testProfile()}
      size="tile"
      fit="cover"
      onSize={onSize}
    />,
  );
  Object.defineProperties(screen.getByTestId('remote-video'), {
    clientWidth: { value: 150 },
    clientHeight: { value: 95 },
  });
  measure();
  expect(onSize).toHaveBeenLastCalledWith(giulia.uniqueId, { width: 160, height: 160 });
  unmount();
  expect(onSize).toHaveBeenLastCalledWith(giulia.uniqueId, null);
});
