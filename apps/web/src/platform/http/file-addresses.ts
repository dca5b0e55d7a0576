/**
 * Addresses of files in what the server sends: paths, which the pages of a browser load as they are. The pages of the mobile shell are not the
 * server's, so there they are completed where an answer is read, and shortened again where an address is sent back.
 */
import { isInShell } from '../native/shell';
import { atServer, pathAtServer } from '../server-address';

/** Files that elements of a page show by their address. */
const FILE = /^\/(?:brand|pictures|maps|media|company-audio)\/\S*$/;

/** A body may have files and dates, which are no objects of texts. */
const isWhole = (value: object) => value instanceof Blob || value instanceof Date || ArrayBuffer.isView(value);

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (typeof value !== 'object' || value === null || isWhole(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)]));
}

/** For what the server has sent, as parsed from JSON. */
export const completeAddresses = (json: unknown): unknown =>
  isInShell() ? mapTexts(json, (text) => (FILE.test(text) ? atServer(text) : text)) : json;

/** For what is sent to the server. */
export function shortenAddresses<Input>(input: Input): Input {
  const shorten = (text: string) => {
    const path = pathAtServer(text);
    return FILE.test(path) ? path : text;
  };
  return isInShell() ? (mapTexts(input, shorten) as Input) : input;
}
