/**
 * What the people of the running journey say, write and attach: the server must not be able to read any of it. Each journey's server is
 * searched for it at its end (`test.ts`), so that the whole run is.
 */
import type { TestServer } from './server';
import { everythingKept, findIn } from './stored';

/** Shorter ones would be found by chance, within other words and in numbers. */
const SHORTEST = 10;

const said = new Set<string>();
const attached: Buffer[] = [];

/** A text that only its readers may read. @returns it */
export function keepSecret(text: string): string {
  if (text.length >= SHORTEST) said.add(text);
  return text;
}

/** Zeros and the like are found in any file. */
const BYTES_OF_NO_CHANCE = 8;

/** A file that only its readers may see: a piece of its inside, since its beginning says its kind alone. */
export function keepFileSecret(bytes: Buffer): void {
  const middle = Math.floor(bytes.length / 2);
  const piece = bytes.length < 200 ? bytes : bytes.subarray(middle, middle + 64);
  if (new Set(piece).size >= BYTES_OF_NO_CHANCE) attached.push(piece);
}

/** Before the next journey. */
export function forgetSecrets(): void {
  said.clear();
  attached.length = 0;
}

/** Where a server that is running keeps something that it can read and should not, as «what: where». */
export async function readableSecrets(server: TestServer): Promise<string[]> {
  const secrets = [
    ...[...said].map((text) => ({ name: text, bytes: Buffer.from(text) })),
    ...attached.map((bytes, index) => ({ name: `attached file ${index + 1}`, bytes })),
  ];
  if (secrets.length === 0) return [];
  const kept = await everythingKept(server);
  return kept.flatMap((stored) => findIn(stored, secrets).map((name) => `${name}: ${stored.where}`));
}
