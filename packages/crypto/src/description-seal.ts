/**
 * Seal of a WebRTC description: Ed25519 by the user who sends it. The description names the fingerprint of the certificate that
 * encrypts the link, so a server that passes on another one, to sit between two pages, is found out.
 *
 * Signed are, each with its length before it: `earth/description/v1`, the ids of the call, the sender and the receiver, the sessions of
 * both pages, the type, and SHA-256 of the SDP. The same in `docs/security.md`.
 */
import type { DescribedLink } from '@earth/contracts';
import { type Bytes, fromBase64, listed, toBase64, toUtf8 } from './bytes';
import { sha256, sign, verify } from './cipher';
import type { Reader } from './people';
import { importPublicKey } from './public-keys';

const LABEL = 'earth/description/v1';

async function signedBytes(link: DescribedLink): Promise<Bytes> {
  const { callUniqueId, from, to, session, toSession, type, sdp } = link;
  const parts = [LABEL, callUniqueId, from, to, session, toSession, type].map(toUtf8);
  return listed([...parts, await sha256(toUtf8(sdp))]);
}

/** Base64 of 64 bytes. Null: this device cannot sign. */
export async function sealDescription(link: DescribedLink, { keys: { ed25519 } }: Reader): Promise<string | null> {
  return ed25519 ? toBase64(await sign(ed25519, await signedBytes(link))) : null;
}

/**
 * Whether the owner of a public bundle has sealed this description. Never rejects.
 * @returns null: this device cannot check it
 */
export async function isDescriptionOf(
  publicKey: string,
  link: DescribedLink,
  seal: string,
  reader: Reader,
): Promise<boolean | null> {
  if (!reader.keys.ed25519) return null;
  const signature = fromBase64(seal);
  if (!signature) return false;
  try {
    return await verify(await importPublicKey(publicKey, 'ed25519'), signature, await signedBytes(link));
  } catch {
    return false;
  }
}
