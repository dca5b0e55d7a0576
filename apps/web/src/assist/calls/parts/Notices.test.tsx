import type { Person } from '@earth/calls';
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../shared/i18n';
import { testInCall, testLocal, testPerson } from '../../../testing/calls';
import { testContact } from '../../../testing/people';
import { worstLink } from '../model/words';
import type { InCallModel } from '../screens/use-in-call';
import { Notices } from './Notices';
import { renderInScope } from '../../../testing/scope';

beforeEach(() => setLanguage('en'));

const noticesOf = (...people: readonly Person[]) => {
  const model = { view: testInCall({ people, maxUsers: 8 }), link: worstLink(people) } as InCallModel;
  return <Notices model={model} isSpeakerGone={false} onHowToAllow={() => undefined} />;
};
const others = (count: number) => Array.from({ length: count }, () => testPerson());

test('with more than four people a notice warns of the quality, in both languages, and can be dismissed', async () => {
  const { rerender } = renderInScope(noticesOf(...others(3), testPerson({ state: 'ringing' })));
  expect(screen.getByRole('status').textContent).toBe('');

  rerender(noticesOf(...others(4)));
  expect(screen.getByRole('status').textContent).toContain('Video may lag with more than 4 people');
  act(() => setLanguage('it'));
  expect(screen.getByRole('status').textContent).toContain('Con più di 4 persone il video può rallentare');

  fireEvent.click(screen.getByRole('button', { name: 'Chiudi' }));
  expect(screen.getByRole('status').textContent).toBe('');
});

test('a link that is not signed by the other person is told, in both languages, for as long as it lasts', () => {
  const giulia = testContact({ name: 'Giulia Ferri' });
  const { rerender } = renderInScope(noticesOf(testPerson({ contact: giulia, trust: 'forged', link: 'weak' })));
  const status = screen.getByRole('status');
  expect(status.textContent).toContain('The connection to Giulia was refused');
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  act(() => setLanguage('it'));
  expect(status.textContent).toContain('Connessione con Giulia rifiutata');
  rerender(noticesOf(testPerson({ contact: giulia })));
  expect(status.textContent).toBe('');
});

test('pictures or sound that cannot be decrypted are told, in both languages, until they can be', () => {
  const giulia = testContact({ name: 'Giulia Ferri' });
  const broken = testPerson({ contact: giulia, link: 'reconnecting', isUndecryptable: true });
  const { rerender } = renderInScope(noticesOf(broken));
  const status = screen.getByRole('status');
  expect(status.textContent).toContain('Audio or video from Giulia can’t be decrypted');
  act(() => setLanguage('it'));
  expect(status.textContent).toContain('Impossibile decifrare l’audio o il video di Giulia');
  expect(screen.queryByRole('button')).toBeNull();
  rerender(noticesOf(testPerson({ contact: giulia })));
  expect(status.textContent).toBe('');
});

test('a link that cannot be verified is told, and the notice can be dismissed', () => {
  renderInScope(noticesOf(testPerson({ contact: testContact({ name: 'Giulia Ferri' }), trust: 'unsigned' })));
  expect(screen.getByText(/^Audio and video with Giulia aren’t verified/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.getByRole('status').textContent).toBe('');
});

test('present problems have priority over that', () => {
  renderInScope(noticesOf(...others(3), testPerson({ link: 'weak' })));
  expect(screen.getByText('Your connection is weak: the picture may freeze')).toBeTruthy();
});

test('a picture that is reduced for a weak connection is told: the own one, another’s, or both, and only what is sent', () => {
  const reduced = (change: Partial<Person>, videoOn = true) => {
    const view = testInCall({ people: [testPerson({ link: 'weak', ...change })], local: { ...testLocal, videoOn } });
    const model = { view, link: 'weak' } as InCallModel;
    return <Notices model={model} isSpeakerGone={false} onHowToAllow={() => undefined} />;
  };
  const words = () => screen.getByRole('status').textContent;
  const { rerender } = renderInScope(reduced({ sentLevel: 'still' }));
  expect(words()).toContain('your video is reduced');
  rerender(reduced({ receivedLevel: 'small' }));
  expect(words()).toContain('the video you see is reduced');
  rerender(reduced({ sentLevel: 'slow', receivedLevel: 'small' }));
  expect(words()).toContain(': video is reduced');
  act(() => setLanguage('it'));
  expect(words()).toContain('il video è ridotto per mantenere chiaro l’audio');
  act(() => setLanguage('en'));
  rerender(reduced({ sentLevel: 'still', receivedLevel: 'small', hasVideo: false }, false));
  expect(words()).toContain('the picture may freeze');
});

test('audio only: a weak connection offers it, a notice leads back, and the other side learns that it is not seen', () => {
  const setAudioOnly = vi.fn<(on: boolean) => void>();
  const actions = { setAudioOnly } as unknown as InCallModel['actions'];
  const withView = (change: Parameters<typeof testInCall>[0], link: InCallModel['link']) => {
    const model = { view: testInCall(change), link, actions } as InCallModel;
    return <Notices model={model} isSpeakerGone={false} onHowToAllow={() => undefined} />;
  };
  const { rerender } = renderInScope(withView({}, 'weak'));
  fireEvent.click(screen.getByRole('button', { name: 'Audio only' }));
  rerender(withView({ local: { ...testLocal, isAudioOnly: true } }, 'weak'));
  expect(screen.getByText('Audio only: video is neither sent nor received')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Turn video on' }));
  expect(setAudioOnly.mock.calls).toEqual([[true], [false]]);

  rerender(
    withView({ people: [testPerson({ isAudioOnly: true, contact: testContact({ name: 'Giulia Ferri' }) })] }, 'good'),
  );
  expect(screen.getByRole('status').textContent).toBe('Giulia is on audio only and can’t see your video ');
});
