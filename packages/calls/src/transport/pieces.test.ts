import { PEER_MESSAGE_MAX } from '@earth/contracts';
import { expect, test } from 'vitest';
import { createPieces, inPieces, PACKET_BYTES_MAX } from './pieces';

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

test.each(['a', '"', '€', '🙂'])('a large message of %s goes in packets of at most 60,000 bytes', (char) => {
  const text = JSON.stringify({ preview: char.repeat((120 * 1024) / char.length) });
  const packets = inPieces(text);
  expect(packets.length).toBeGreaterThan(1);
  expect(Math.max(...packets.map(bytesOf))).toBeLessThanOrEqual(PACKET_BYTES_MAX);
  const join = createPieces();
  expect(packets.map(join)).toEqual([...packets.slice(1).map(() => null), text]);
});

test('what fits stays as it is, on both sides', () => {
  const text = JSON.stringify({ type: 'media' });
  expect(inPieces(text)).toEqual([text]);
  expect(createPieces()(text)).toBe(text);
});

test('a message of which a piece is missing is dropped, and the next one arrives', () => {
  const text = 'a'.repeat(100_000);
  const packets = inPieces(text);
  const join = createPieces();
  expect([...packets.slice(0, 1), ...packets.slice(2)].map(join)).toEqual(packets.slice(1).map(() => null));
  expect(packets.map(join).at(-1)).toBe(text);
});

test('what is not a piece, or never ends, is not kept', () => {
  const join = createPieces();
  expect(join('{"type":"piece",')).toBe('{"type":"piece",');
  expect(join(7)).toBe(7);
  const endless = (at: number) => JSON.stringify({ type: 'piece', at, of: 1e9, text: 'a'.repeat(60_000) });
  for (let at = 0; at * 60_000 <= PEER_MESSAGE_MAX; at += 1) expect(join(endless(at))).toBeNull();
  expect(join(JSON.stringify({ type: 'piece', at: 5, of: 6, text: '' }))).toBeNull();
});
