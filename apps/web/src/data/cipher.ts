import type { Cipher } from '@earth/calls';
import { addRecipients, openFile, openText, type Reader, rewrapKey, sealFile, sealText } from '@earth/crypto';
import { readReader } from './index';

/** `@earth/crypto`, bound to who reads on this device. Without keys nothing can be read: everything opens to null. */
export function createCipher(scheme: 0 | 1, findReader: () => Promise<Reader | null>): Cipher {
  let reader: Promise<Reader | null> | null = null;
  const whoReads = () => {
    reader ??= findReader();
    return reader;
  };
  return {
    sealText: (text, recipients) => sealText(scheme, text, recipients),
    sealFile: (bytes, recipients) => sealFile(scheme, bytes, recipients),
    async openText(sealedUnder, sealed) {
      const who = await whoReads();
      return who && openText(sealedUnder, sealed, who);
    },
    async openFile(sealedUnder, base64) {
      const who = await whoReads();
      return who && openFile(sealedUnder, base64, who);
    },
    async addRecipients(sealedUnder, sealed, recipients) {
      const who = await whoReads();
      return who && addRecipients(sealedUnder, sealed, who, recipients);
    },
    async rewrapKey(encryptedKey, recipients) {
      const who = await whoReads();
      return who && rewrapKey(encryptedKey, who, recipients);
    },
  };
}

export const createPageCipher = (scheme: 0 | 1) => createCipher(scheme, readReader);
