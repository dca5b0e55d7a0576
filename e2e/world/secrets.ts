/**
 * What the people of the running journey say, write and attach: the server must not be able to read it. Each journey's server is
 * searched for it at the end (`test.ts`).
 */
import type { TestServer } from './server';
import { readEverythingStored, findIn } from './stored';

/** Shorter texts could be found by chance. */
const SHORTEST = 10;

const registered = new Set<string>();
const attached: Buffer[] = [];

/**
 * Registers a text that only its readers may read.
 * @returns the text
 */
export function registerSecret(text: string): string {
  if (text.length >= SHORTEST) registered.add(text);
  return text;
}

/** Runs of zeros and the like occur in any file. */
const BYTES_OF_NO_CHANCE = 8;

/** Registers a file that only its readers may see, by a piece from its middle, because its beginning only identifies its type. */
export function registerFileSecret(bytes: Buffer): void {
  const middle = Math.floor(bytes.length / 2);
  const piece = bytes.length < 200 ? bytes : bytes.subarray(middle, middle + 64);
  if (new Set(piece).size >= BYTES_OF_NO_CHANCE) attached.push(piece);
}

/** Called before the next journey. */
export function forgetSecrets(): void {
  registered.clear();
  attached.length = 0;
}

/** Secrets that a running server stores in a readable form, as «what: where». */
export async function readableSecrets(server: TestServer): Promise<string[]> {
  const secrets = [
    ...[...registered].map((text) => ({ name: text, bytes: Buffer.from(text) })),
    ...attached.map((bytes, index) => ({ name: `attached file ${index + 1}`, bytes })),
  ];
  if (secrets.length === 0) return [];
  const stored = await readEverythingStored(server);
  return stored.flatMap((entry) => findIn(entry, secrets).map((name) => `${name}: ${entry.where}`));
}
