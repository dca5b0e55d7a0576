import { readdir, readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../../../config/settings';
import { lastCode, startTestServer, type TestServer } from '../../../../testing/start-test-server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'http://localhost:8080' });
  await server.visitor().call(contracts.confirmCode, server.people.operator, { 'accept-language': 'it' });
});
afterAll(() => server.close());

/** `fetch` does not allow to set the Host. */
function ask(headers: Readonly<Record<string, string>>, url = server.url): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL('/dev/mail', url), { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

test('a mail that cannot be sent is a file that only its user can read, and is announced', async () => {
  const folder = join(server.context.settings.dataDir, 'outbox');
  const mails = async () => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  // It is written after the response.
  await expect.poll(mails).not.toEqual([]);
  const names = await readdir(folder);
  expect(names).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-\d{6}\.eml$/)]);
  const path = join(folder, names[0] ?? '');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const code = lastCode(server.context, server.people.operator.email);
  const eml = await readFile(path, 'utf8');
  expect(eml).toContain('To: operator@demo.example');
  expect(eml).toContain('From: Earth <no-reply@localhost>');
  expect(eml).toContain(code);
  expect(server.notices).toEqual([`Mail to operator@demo.example: ${code} è il tuo codice di accesso a Earth`]);
});

test('the page shows it, without any script', async () => {
  const { status, text, headers } = await server.visitor().raw('/dev/mail');
  expect(status).toBe(200);
  expect(text).toContain(lastCode(server.context, server.people.operator.email));
  expect(text).not.toMatch(/<script|\son\w+=/);
  expect(headers.get('cache-control')).toBe('no-store');
  const nonce = /<style nonce="([^"]+)"/.exec(text)?.[1];
  expect(headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
});

test('a page of another site with DNS rebinding does not learn that the page exists', async () => {
  expect(await ask({})).toBe(200);
  expect(await ask({ host: 'evil.example' })).toBe(404);
});

// The attack: a proxy on this machine that does not forward its client's address, so that its requests look like a local browser's.
test.each([
  ['bare defaults', {}],
  ['a public address', { PUBLIC_URL: 'https://help.example.com' }],
  ['an address that only begins like a local one', { PUBLIC_URL: 'https://localhost.example.com' }],
])('%s: the page does not exist, whatever the request claims', async (_, variables) => {
  const proxied = await startTestServer(variables);
  try {
    for (const headers of [{}, { host: 'localhost' }, { host: '127.0.0.1:8080' }])
      expect(await ask(headers, proxied.url)).toBe(404);
  } finally {
    await proxied.close();
  }
});

test.each([
  [{ PUBLIC_URL: 'http://localhost:8080' }, true],
  [{ PUBLIC_URL: 'http://127.0.0.1:8080', HOST: '127.0.0.1' }, true],
  [{ PUBLIC_URL: 'http://[::1]:8080', HOST: '::1' }, true],
  [{ PUBLIC_URL: 'http://localhost:8080', HOST: '0.0.0.0' }, false],
  [{ PUBLIC_URL: 'http://192.168.1.7:8080', HOST: 'localhost' }, false],
  [{}, false],
])('with %j the page is shown: %s', (variables, isOpen) => {
  expect(readSettings(variables).isMailPageOpen).toBe(isOpen);
});

test('the text of a mail cannot become markup', async () => {
  await server.context.mail.send({
    to: '<b>@x.example',
    subject: '<img src=x>',
    text: '</pre><script>alert("1")</script>',
  });
  const { text } = await server.visitor().raw('/dev/mail');
  expect(text).toContain('&lt;img src=x&gt;');
  expect(text).toContain('&lt;/pre&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
});

test('a URL in a mail is a link, and ends at the right place', async () => {
  const text = 'Open https://help.example.com/invitation#email=a%40b.c&code=1"><script> now';
  await server.context.mail.send({ to: 'a@b.c', subject: 's', text });
  const page = await server.visitor().raw('/dev/mail');
  const url = 'https://help.example.com/invitation#email=a%40b.c&amp;code=1';
  expect(page.text).toContain(`Open <a href="${url}">${url}</a>&quot;&gt;&lt;script&gt; now`);
});

test('the full stop after a URL is not part of its link', async () => {
  await server.context.mail.send({ to: 'a@b.c', subject: 's', text: 'Or open https://help.example.com/login?x=1.' });
  const { text } = await server.visitor().raw('/dev/mail');
  const url = 'https://help.example.com/login?x=1';
  expect(text).toContain(`<a href="${url}">${url}</a>.</pre>`);
});

test('with SMTP there is no such page', async () => {
  const sending = await startTestServer({ PUBLIC_URL: 'http://localhost:8080', SMTP_URL: 'smtp://127.0.0.1:1' });
  try {
    expect((await sending.visitor().raw('/dev/mail')).status).toBe(404);
  } finally {
    await sending.close();
  }
});
