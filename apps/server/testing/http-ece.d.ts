declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** RFC 8188 and RFC 8291, an independent implementation. */
  export function decrypt(
    body: Buffer,
    options: { readonly version: 'aes128gcm'; readonly privateKey: ECDH; readonly authSecret: string },
  ): Buffer;
}
