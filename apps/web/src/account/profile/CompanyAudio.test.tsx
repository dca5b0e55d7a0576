import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, session } from '../../platform';
import { testProfile } from '../../testing/people';
import { toastStore } from '../../shared/toast';
import { CompanyAudio } from './CompanyAudio';
import { AppScope, queries } from '../../testing/scope';

const profile = testProfile();
const { company } = profile;
const withAudio = (unavailableAudioUrl: string | null) => ({
  ...profile,
  company: { ...company, unavailableAudioUrl },
});
const show = (unavailableAudioUrl: string | null) => {
  session.store.setState({ status: 'signedIn', profile: withAudio(unavailableAudioUrl) }, true);
  const { container } = render(
    <AppScope>
      <CompanyAudio />
    </AppScope>,
  );
  return (file: File) => {
    const input = container.querySelector('input[type=file]');
    if (!input) throw new Error('There is nothing to choose a file by');
    fireEvent.change(input, { target: { files: [file] } });
  };
};

let renew: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  renew = vi.spyOn(session, 'renewProfile').mockResolvedValue();
});
afterEach(() => {
  queries().clear();
  vi.restoreAllMocks();
});

test('lets an admin choose what callers hear', async () => {
  const set = vi.spyOn(api, 'setUnavailableAudio').mockResolvedValue(company);
  const choose = show(null);
  screen.getByText(/hear a tone/);
  choose(new File(['abc'], 'away.mp3', { type: 'audio/mpeg' }));
  await vi.waitFor(() => expect(renew).toHaveBeenCalledOnce());
  expect(set).toHaveBeenCalledWith({ id: company.id, audioBase64: 'data:audio/mpeg;base64,YWJj' });
});

test('plays and removes the current file', async () => {
  const remove = vi.spyOn(api, 'removeUnavailableAudio').mockResolvedValue(company);
  show('/company-audio/one.mp3');
  expect(screen.getByLabelText('When no one is available', { selector: 'audio' }).getAttribute('src')).toBe(
    '/company-audio/one.mp3',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await vi.waitFor(() => expect(remove).toHaveBeenCalledWith({ id: company.id }));
});

test('does not send a file that is too large; reports that a file on another server is not played', () => {
  const set = vi.spyOn(api, 'setUnavailableAudio');
  const choose = show('https://elsewhere.example/away.mp3');
  screen.getByText(/on another server/);
  choose(new File([new Uint8Array(1024 * 1024 + 1)], 'long.mp3'));
  expect(set).not.toHaveBeenCalled();
  expect(toastStore.getState().toast?.words).toBe('The file is larger than 1 MB');
});
