/** HTTPS for the local network: phones give the camera to secure pages only. */
import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** The IPv4 addresses of this machine. */
export const networkAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flat()
    .flatMap((network) => (network && !network.internal && network.family === 'IPv4' ? [network.address] : []));

/** Browsers accept at most a year. */
const VALID_DAYS = 365;
const RENEW_DAYS = 7;
const DAY_MS = 24 * 3600_000;

/**
 * Loads the certificate of a folder, and renews it if it expires soon or does not contain this machine's addresses. A phone has to
 * accept an unchanged certificate only once.
 */
export async function loadCertificate(folder: string, addresses: readonly string[]): Promise<Certificate> {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const stored = { key: await readFile(keyFile, 'utf8'), cert: await readFile(certFile, 'utf8') };
    if (isGood(new X509Certificate(stored.cert), addresses)) return stored;
  } catch {
    // There is none, or it cannot be read: the new one replaces it.
  }
  const made = await makeCertificate(addresses);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(keyFile, made.key, { mode: 0o600 });
  await writeFile(certFile, made.cert, { mode: 0o600 });
  return made;
}

const isGood = (certificate: X509Certificate, addresses: readonly string[]): boolean =>
  Date.parse(certificate.validTo) - Date.now() > RENEW_DAYS * DAY_MS &&
  addresses.every((address) => certificate.checkIP(address) !== undefined);

async function makeCertificate(addresses: readonly string[]): Promise<Certificate> {
  // Lazy import: it takes a third of a second, and most servers do not need it.
  const { generate } = await import('selfsigned');
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Earth' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + VALID_DAYS * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          ...['127.0.0.1', ...addresses].map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  });
  return { key, cert };
}
