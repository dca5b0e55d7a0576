/** Nonces that the relay need not remember: their time, and an HMAC of it and of the client. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../host/clock';

/** For so long a message that was overheard could be sent again, from the same address. */
const VALID_SECONDS = 600;
const TIME_BYTES = 4;
/** Short, because everybody gets one who asks: an answer should hardly be larger than its question. */
const MAC_BYTES = 8;

export interface Nonces {
  issue(client: string): Buffer;
  isFresh(nonce: Buffer, client: string): boolean;
}

export function createNonces(secret: string, clock: Clock): Nonces {
  const key = createHmac('sha256', secret).update('nonces').digest();
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  const nonceOf = (time: number, client: string) => {
    const bytes = Buffer.alloc(TIME_BYTES);
    bytes.writeUInt32BE(time);
    const mac = createHmac('sha256', key).update(bytes).update(client).digest().subarray(0, MAC_BYTES);
    return Buffer.from(Buffer.concat([bytes, mac]).toString('base64url'));
  };
  return {
    issue: (client) => nonceOf(seconds(), client),
    isFresh(nonce, client) {
      const bytes = Buffer.from(nonce.toString('latin1'), 'base64url');
      if (bytes.length !== TIME_BYTES + MAC_BYTES) return false;
      const time = bytes.readUInt32BE(0);
      const expected = nonceOf(time, client);
      return nonce.length === expected.length && timingSafeEqual(nonce, expected) && seconds() - time < VALID_SECONDS;
    },
  };
}
