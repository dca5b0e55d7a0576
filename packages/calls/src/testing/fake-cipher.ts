/** Fake cipher: the sealed text shows its recipients' keys and, under scheme 2, its author's key and its place. */
import {
  type Contact,
  type DescribedLink,
  type FileText,
  NOT_GENUINE,
  type Scheme,
  type SealedOrigin,
  type SealedPlace,
} from '@earth/contracts';
import type { Recipient } from '@earth/messaging';
import type { Cipher } from '../ports';

interface InPlainSight {
  readonly text: string;
  readonly keys: readonly string[];
  /** Under scheme 2: the author's key, and the place. */
  readonly signed?: readonly unknown[];
}

const signatureOf = (publicKey: string, { kind, within, id, takenBy }: SealedPlace) => [
  publicKey,
  kind,
  within,
  id,
  ...(takenBy ? [takenBy] : []),
];

/** In plain sight too: who has signed which SDP, from which page to which. */
const sealOf = ({ publicKey }: Recipient, { callUniqueId, from, to, session, toSession, type, sdp }: DescribedLink) =>
  [publicKey, callUniqueId, from, to, session, toSession, type, sdp].join(' ');

export const cipherOf = (me: Contact, inForce: Scheme): Cipher => {
  const seal = (scheme: Scheme, text: string, recipients: readonly Recipient[], place: SealedPlace) => {
    if (recipients.length === 0) throw new Error('there are no participants');
    const keys = recipients.map(({ publicKey }) => publicKey);
    return JSON.stringify({ text, keys, ...(scheme === 2 ? { signed: signatureOf(me.publicKey, place) } : {}) });
  };
  const open = (scheme: Scheme, sealed: string, { sender, place, date }: SealedOrigin) => {
    const { text, keys, signed } = JSON.parse(sealed) as InPlainSight;
    if (!keys.includes(me.publicKey)) return null;
    const former = (sender.formerKeys ?? []).filter(({ replacedDate }) => date && date <= replacedDate);
    const isSigned = [sender, ...former].some(
      ({ publicKey }) => JSON.stringify(signed) === JSON.stringify(signatureOf(publicKey, place)),
    );
    return scheme !== 2 || isSigned ? text : NOT_GENUINE;
  };
  const sealFile: Cipher['sealFile'] = async (scheme, file, ...sealing) =>
    seal(scheme, new TextDecoder().decode(await file.arrayBuffer()), ...sealing);
  return {
    mustAsk: async () => false,
    findReaders: async (_, recipients) => recipients,
    schemeFor: async () => inForce,
    sealText: async (...sealing) => seal(...sealing),
    openText: async (...opening) => open(...opening),
    sealFile,
    sealFileUntil: () => sealFile,
    openFile: async (scheme, file, origin) => {
      const text = open(scheme, inSight(file), origin);
      return typeof text === 'string' ? new Blob([text]) : text;
    },
    addRecipients: async (_, sealed, recipients) => {
      const { keys, ...rest } = JSON.parse(sealed) as InPlainSight;
      if (!keys.includes(me.publicKey)) return null;
      return JSON.stringify({
        ...rest,
        keys: [...new Set([...keys, ...recipients.map(({ publicKey }) => publicKey)])],
      });
    },
    isProven: () => true,
    sealDescription: async (link) => sealOf(me, link),
    isDescriptionOf: async (sender, link, seal) => seal === sealOf(sender, link),
    rewrapKey: async (encryptedKey, recipients) =>
      encryptedKey === me.publicKey
        ? recipients.map(({ publicKey, uniqueId }) => ({ encryptedKey: publicKey, recipientId: uniqueId }))
        : null,
  };
};

/** The keys of the recipients of a sealed text. */
export const keysOf = (sealed: string | undefined) => (JSON.parse(sealed ?? '{}') as { keys?: string[] }).keys;

/** The fake cipher always seals into a string. */
export function inSight(file: FileText): string {
  if (typeof file !== 'string') throw new TypeError('Not sealed by the fake cipher');
  return file;
}
