import { clientConfig, encode } from '@earth/contracts';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serverOrigin } from '../../../platform/server-address';
import { setLanguage } from '../../../shared/i18n';
import { testConfig } from '../../../testing/config';
import { standInShell } from '../../../testing/shell';
import * as scanner from '../../../ui/camera/CodeScanner';
import { ConnectServer } from './ConnectServer';

const net = vi.fn<typeof fetch>();
const request = vi.fn<() => Promise<unknown>>();
const onConnected = vi.fn<() => void>();

beforeEach(() => {
  vi.resetAllMocks();
  vi.stubGlobal('fetch', net);
  standInShell({ CapacitorHttp: { request } });
  setLanguage('en');
  document.title = 'Earth';
  document.head.innerHTML +=
    '<meta name="earth-logo" content="/brand/logo.svg"><meta name="earth-cover" content="/brand/cover.svg">';
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const meta of document.querySelectorAll('meta[name^="earth-"]')) meta.remove();
});

function connectTo(address: string) {
  render(<ConnectServer onConnected={onConnected} />);
  fireEvent.change(screen.getByLabelText('Server address'), { target: { value: address } });
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
}

test('a checked address becomes the server; the brand is that of the app until then', async () => {
  net.mockResolvedValueOnce(Response.json(encode(clientConfig, testConfig)));
  connectTo('help.example.com');
  expect(screen.getByText('Earth').querySelector('img')?.getAttribute('src')).toBe('/brand/logo.svg');
  await waitFor(() => expect(onConnected).toHaveBeenCalledOnce());
  expect(net.mock.calls[0]?.[0]).toBe('https://help.example.com/config.json');
  expect(serverOrigin()).toBe('https://help.example.com');
});

test.each([
  ['en', 'Connect', 'Server address', 'Couldn’t reach help.example.com. Check the address and your connection.'],
  [
    'it',
    'Collegati',
    'Indirizzo del server',
    'Impossibile raggiungere help.example.com. Controlla l’indirizzo e la connessione.',
  ],
] as const)(
  'in «%s», an address that does not answer is not stored, and can be corrected',
  async (language, connect, label, words) => {
    setLanguage(language);
    net.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    request.mockRejectedValueOnce(new Error('Unable to resolve host'));
    render(<ConnectServer onConnected={onConnected} />);
    const field = screen.getByLabelText<HTMLInputElement>(label);
    fireEvent.change(field, { target: { value: 'help.example.com' } });
    fireEvent.click(screen.getByRole('button', { name: connect }));
    expect(await screen.findByText(words)).toBeDefined();
    expect(serverOrigin()).toBeNull();
    expect(onConnected).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: 'help.example.org' } });
    expect(screen.queryByText(words)).toBeNull();
  },
);

test.each([
  ['http://help.example.com', 'The address must begin with https://'],
  ['  ', 'Enter an address such as help.example.com'],
])('%j is refused before anything is requested', async (address, words) => {
  connectTo(address);
  expect(await screen.findByText(words)).toBeDefined();
  expect(net).not.toHaveBeenCalled();
});

test('says that a server is another one, and that its certificate is not trusted', async () => {
  net.mockResolvedValueOnce(new Response('<html>'));
  connectTo('www.example.com');
  expect(await screen.findByText(/www\.example\.com isn’t a server for this app/)).toBeDefined();

  net.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  request.mockRejectedValueOnce(Object.assign(new Error('Trust anchor'), { code: 'SSLHandshakeException' }));
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
  expect(await screen.findByText(/doesn’t trust the certificate of www\.example\.com/)).toBeDefined();
});

test('the code of the terminal is scanned; another code is no address', async () => {
  net.mockResolvedValueOnce(Response.json(encode(clientConfig, testConfig)));
  let read: (text: string) => void = () => undefined;
  vi.spyOn(scanner, 'CodeScanner').mockImplementation(({ onRead, line }) => {
    read = onRead;
    return <p>{line}</p>;
  });
  render(<ConnectServer onConnected={onConnected} />);
  fireEvent.click(screen.getByRole('button', { name: 'Scan QR code' }));
  expect(screen.getByText('Hold the code in front of the camera.')).toBeDefined();
  act(() => read('WIFI:S:guests;;'));
  expect(screen.getByText(/no server address/)).toBeDefined();
  expect(net).not.toHaveBeenCalled();
  act(() => read('https://192.168.1.5:8080'));
  await waitFor(() => expect(onConnected).toHaveBeenCalledOnce());
  expect(serverOrigin()).toBe('https://192.168.1.5:8080');
});
