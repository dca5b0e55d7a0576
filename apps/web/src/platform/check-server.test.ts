import { clientConfig, encode } from '@earth/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testConfig } from '../testing/config';
import { type NativeMethod, NativeRejection, standInShell } from '../testing/shell';
import { checkServer, readServerAddress } from './check-server';

const SERVER = 'https://help.example.com';
const net = vi.fn<typeof fetch>();
const request = vi.fn<NativeMethod>();

beforeEach(() => {
  net.mockReset();
  request.mockReset();
  vi.stubGlobal('fetch', net);
  standInShell({ CapacitorHttp: { request } });
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['help.example.com', SERVER],
  [' https://help.example.com/ ', SERVER],
  ['HTTPS://Help.Example.com/earth?q=1#x', SERVER],
  ['192.168.1.5:8080', 'https://192.168.1.5:8080'],
  ['https://[fd00::1]:8080', 'https://[fd00::1]:8080'],
])('%j is an address', (text, origin) => expect(readServerAddress(text)).toEqual({ origin }));

test.each([
  ['', 'notAddress'],
  ['https://', 'notAddress'],
  ['not a host', 'notAddress'],
  ['ftp://help.example.com', 'notAddress'],
  ['https://luca@help.example.com', 'notAddress'],
  ['javascript:alert(1)', 'notAddress'],
  ['http://help.example.com', 'notSecure'],
])('%j is none: %s', (text, problem) => expect(readServerAddress(text)).toEqual({ problem }));

test('a server that gives its settings can be used; no cookie is sent to it', async () => {
  net.mockResolvedValueOnce(Response.json(encode(clientConfig, testConfig)));
  expect(await checkServer(SERVER)).toBeNull();
  expect(net).toHaveBeenCalledWith(`${SERVER}/config.json`, expect.objectContaining({ credentials: 'omit' }));
  expect(request).not.toHaveBeenCalled();
});

test.each([
  ['another page', () => new Response('<html>')],
  ['other settings', () => Response.json({ apiKey: 1 })],
  ['a failure', () => new Response('', { status: 502 })],
])('what answers with %s is no server of ours', async (_, answer) => {
  net.mockResolvedValueOnce(answer());
  expect(await checkServer(SERVER)).toBe('notServer');
});

test.each([
  [
    'an Android without a trusted certificate',
    { code: 'SSLHandshakeException', message: 'Trust anchor not found' },
    'certificate',
  ],
  [
    'an iPhone without a trusted certificate',
    { code: undefined, message: 'The certificate for this server is invalid.' },
    'certificate',
  ],
  [
    'an Italian iPhone without one',
    { code: undefined, message: 'Il certificato per questo server non è valido.' },
    'certificate',
  ],
  ['a wrong name', { code: 'UnknownHostException', message: 'Unable to resolve host' }, 'unreachable'],
  ['a server that is off', { code: 'ConnectException', message: 'Failed to connect' }, 'unreachable'],
])('says why a request failed: %s', async (_, reason, problem) => {
  net.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  request.mockRejectedValueOnce(new NativeRejection(reason.message, reason.code));
  expect(await checkServer(SERVER)).toBe(problem);
});

test('a server that answers the device, but not the page, does not know the app', async () => {
  net.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  request.mockResolvedValueOnce({ status: 200 });
  expect(await checkServer(SERVER)).toBe('notServer');
});
