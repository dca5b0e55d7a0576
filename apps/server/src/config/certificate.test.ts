import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCertificate } from './certificate';

const ADDRESS = '192.168.7.20';

let folder: string;
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'earth-tls-')), 'tls');
});
afterAll(() => rm(join(folder, '..'), { recursive: true }));

test('a certificate contains the machine’s addresses, is valid for a year, and is reused', async () => {
  const { cert } = await loadCertificate(folder, [ADDRESS]);
  const certificate = new X509Certificate(cert);
  expect([certificate.checkIP(ADDRESS), certificate.checkHost('localhost'), certificate.ca]).toEqual([
    ADDRESS,
    'localhost',
    false,
  ]);
  const days = (Date.parse(certificate.validTo) - Date.now()) / (24 * 3600_000);
  expect(Math.round(days)).toBe(365);
  expect((await loadCertificate(folder, [ADDRESS])).cert).toBe(cert);
  expect((await stat(join(folder, 'key.pem'))).mode & 0o777).toBe(0o600);
});

test('creates another certificate for another address', async () => {
  const { cert } = await loadCertificate(folder, [ADDRESS]);
  const moved = await loadCertificate(folder, ['10.0.0.4']);
  expect(moved.cert).not.toBe(cert);
  expect(new X509Certificate(moved.cert).checkIP('10.0.0.4')).toBe('10.0.0.4');
});

test('is trusted by a client that knows it', async () => {
  const certificate = await loadCertificate(folder, [ADDRESS]);
  const server = createServer(certificate, (_, response) => response.end('hello')).listen(0, '127.0.0.1');
  const text = await new Promise((resolve, reject) => {
    server.once('listening', () => {
      const { port } = server.address() as AddressInfo;
      get({ host: '127.0.0.1', port, ca: certificate.cert }, (response) => {
        response.once('data', (piece) => resolve(String(piece)));
      }).once('error', reject);
    });
  });
  expect(text).toBe('hello');
  server.close();
});
