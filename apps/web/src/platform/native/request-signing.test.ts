import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logLines } from '../app-log';
import { type NativePlugin, NativeRejection, silent, standInShell } from '../../testing/shell';
import type { Request } from '../http/exchange';
import { createRequestSigner } from './request-signing';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const NOW = new Date('2026-03-01T10:00:00Z');
const HEADERS = { Authorization: 'Bearer abc', 'Accept-Language': 'en' };
const get: Request = { url: '/services/rooms?page=2', method: 'GET', headers: HEADERS, fields: [], timeoutMs: 1000 };

const base64 = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64');

/** The plugin of a phone, with a real key. */
async function makePhone() {
  let pair = await crypto.subtle.generateKey(CURVE, false, ['sign', 'verify']);
  const signed: string[] = [];
  const plugin: NativePlugin = {
    getPublicKey: async () => ({
      publicKey: Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey)).toString('base64url'),
    }),
    async sign({ data }) {
      signed.push(String(data));
      const bytes = new TextEncoder().encode(String(data));
      return { signature: base64(await crypto.subtle.sign({ ...CURVE, hash: 'SHA-256' }, pair.privateKey, bytes)) };
    },
    async deleteKey() {
      pair = await crypto.subtle.generateKey(CURVE, false, ['sign', 'verify']);
    },
  };
  return { plugin, signed };
}

const makeSigner = () => createRequestSigner({ now: () => NOW, origin: () => 'https://earth.example' });

/** Whether the signature of a request is by the key that it names, over these lines. */
async function isSignedOver({ headers }: Request, lines: readonly string[]): Promise<boolean> {
  const input = headers['Signature-Input'] ?? '';
  const point = Buffer.from(/keyid="([^"]+)"/.exec(input)?.[1] ?? '', 'base64url');
  const key = await crypto.subtle.importKey('raw', point, CURVE, false, ['verify']);
  const signature = Buffer.from(/^sig=:(.+):$/.exec(headers['Signature'] ?? '')?.[1] ?? '', 'base64');
  const base = [...lines, `"@signature-params": ${input.replace(/^sig=/, '')}`].join('\n');
  return crypto.subtle.verify({ ...CURVE, hash: 'SHA-256' }, key, signature, new TextEncoder().encode(base));
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('A1.13: signs method, address, token and time with the key of the device', async () => {
  const { plugin } = await makePhone();
  standInShell({ RequestSigning: plugin });
  const request = await makeSigner().sign(get);
  expect(request.headers['Signature-Input']).toMatch(
    /^sig=\("@method" "@path" "@query" "authorization"\);created=1772359200;keyid="[\w-]{87}";alg="ecdsa-p256-sha256"$/,
  );
  const lines = ['"@method": GET', '"@path": /services/rooms', '"@query": ?page=2', '"authorization": Bearer abc'];
  expect(await isSignedOver(request, lines)).toBe(true);
  expect(await isSignedOver(request, lines.with(3, '"authorization": Bearer abd'))).toBe(false);
});

test.each([
  ['a form', { fields: [['name', 'The seal']] as const }],
  ['a form with a file', { fields: [['file', new Blob(['jpeg'])]] as const }],
  ['JSON', { json: '{"a":null}' }],
])('signs the digest of %s, and sends the body that was signed', async (_, given) => {
  const { plugin } = await makePhone();
  standInShell({ RequestSigning: plugin });
  const request = await makeSigner().sign({ ...get, url: '/services/rooms', method: 'POST', ...given });
  const sent = new Response(request.body);
  const digest = base64(await crypto.subtle.digest('SHA-256', await sent.clone().arrayBuffer()));
  expect(request.headers['Content-Digest']).toBe(`sha-256=:${digest}:`);
  expect(request.headers['Content-Type']).toMatch(/^(multipart\/form-data; boundary=|application\/json$)/);
  expect(request.fields).toEqual([]);
  const lines = ['"@method": POST', '"@path": /services/rooms', '"@query": ?', '"authorization": Bearer abc'];
  expect(await isSignedOver(request, [...lines, `"content-digest": sha-256=:${digest}:`])).toBe(true);
});

test('a socket is signed as the request that opens it', async () => {
  const { plugin, signed } = await makePhone();
  standInShell({ RequestSigning: plugin });
  expect(await makeSigner().signSocket('abc')).toMatchObject({
    signature: expect.stringMatching(/^sig=:.{88}:$/) as string,
  });
  expect(signed[0]).toContain('"@method": GET\n"@path": /realtime\n"@query": ?\n"authorization": Bearer abc\n');
});

test('after the key is deleted, the next one signs', async () => {
  const { plugin } = await makePhone();
  standInShell({ RequestSigning: plugin });
  const signer = makeSigner();
  const keyOf = ({ headers }: Request) => /keyid="([^"]+)"/.exec(headers['Signature-Input'] ?? '')?.[1];
  const [one, same] = [await signer.sign(get), await signer.sign(get)];
  await signer.forgetKey();
  const other = await signer.sign(get);
  expect(keyOf(one)).toBe(keyOf(same));
  expect(keyOf(other)).not.toBe(keyOf(one));
});

test('all calls of a page start wait for a silent plugin together, once, and go on unsigned', async () => {
  const shell = standInShell({ RequestSigning: { getPublicKey: silent } });
  const signer = makeSigner();
  const going = Promise.all([signer.sign(get), signer.sign(get), signer.signSocket('abc')]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await going).toEqual([get, get, null]);
  const asked = shell.calls.length;
  expect(await signer.sign(get)).toEqual(get);
  expect(shell.calls).toHaveLength(asked);
  expect(logLines().filter((line) => JSON.stringify(line).includes('PluginSilentError: RequestSigning'))).toHaveLength(
    1,
  );
});

test('a plugin that fails is tried again with the next call, and logged once', async () => {
  const { plugin } = await makePhone();
  let isLocked = true;
  const getPublicKey = (options: Readonly<Record<string, unknown>>) => {
    if (isLocked) throw new NativeRejection('the keystore is locked');
    return plugin.getPublicKey?.(options);
  };
  standInShell({ RequestSigning: { ...plugin, getPublicKey } });
  const signer = makeSigner();
  expect([await signer.sign(get), await signer.sign(get)]).toEqual([get, get]);
  expect(logLines().filter((line) => JSON.stringify(line).includes('the keystore is locked'))).toHaveLength(1);
  isLocked = false;
  expect((await signer.sign(get)).headers['Signature']).toBeDefined();
});

/** A phone whose plugin does not answer until it wakes. */
async function makeHangingPhone() {
  const { plugin } = await makePhone();
  let wake: () => void = () => undefined;
  const woken = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const hanging = (name: 'getPublicKey' | 'sign' | 'deleteKey') => async (options: Parameters<typeof silent>[0]) => {
    await woken;
    return plugin[name]?.(options);
  };
  return {
    plugin: { getPublicKey: hanging('getPublicKey'), sign: hanging('sign'), deleteKey: hanging('deleteKey') },
    wake,
  };
}

const isSigned = ({ headers }: Request) => headers['Signature'] !== undefined;

test('a plugin that answers late signs again, and the key that was to be deleted meanwhile is', async () => {
  const { plugin, wake } = await makeHangingPhone();
  const shell = standInShell({ RequestSigning: plugin });
  const signer = makeSigner();
  const going = signer.sign(get);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(isSigned(await going)).toBe(false);
  // Nobody waits for it.
  await signer.forgetKey();
  expect(shell.calls.at(-1)).toBe('RequestSigning.deleteKey');
  wake();
  await vi.waitFor(async () => expect(isSigned(await signer.sign(get))).toBe(true));
});

test('a page after one whose plugin was silent waits 2 s, until the plugin answers in time', async () => {
  standInShell({ RequestSigning: { getPublicKey: silent } });
  const going = makeSigner().sign(get);
  await vi.advanceTimersByTimeAsync(20_000);
  await going;

  const next = makeSigner().sign(get);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(isSigned(await next)).toBe(false);

  standInShell({ RequestSigning: (await makePhone()).plugin });
  expect(isSigned(await makeSigner().sign(get))).toBe(true);
  standInShell({ RequestSigning: { getPublicKey: silent } });
  const settled = vi.fn<() => void>();
  const last = makeSigner().sign(get).then(settled);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await last;
});

test('what cannot be read goes on unsigned', async () => {
  standInShell({ RequestSigning: (await makePhone()).plugin });
  const file = new Blob(['jpeg']);
  vi.spyOn(file, 'arrayBuffer').mockRejectedValue(new DOMException('The file is gone', 'NotReadableError'));
  const request: Request = { ...get, method: 'POST', body: file };
  expect(await makeSigner().sign(request)).toBe(request);
});
