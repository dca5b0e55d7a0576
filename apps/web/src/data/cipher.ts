import type { Cipher } from '@earth/calls';
import { addRecipients, openText, type Reader, rewrapKey, sealText } from '@earth/crypto';
import { openBlob, sealBlob } from './file-cipher';
import { besideOrHere, LARGE, runBeside } from './file-thread';
import { readReader } from './index';

interface FileCipher {
  readonly sealFile: typeof sealBlob;
  readonly openFile: typeof openBlob;
}

/** Large ones beside the page's own thread. */
const pageFiles: FileCipher = {
  sealFile(scheme, file, recipients) {
    const here = () => sealBlob(scheme, file, recipients);
    if (file.size < LARGE) return here();
    // Of a person only what the thread needs: a whole contact may hold what cannot be handed over.
    const keys = recipients.map(({ uniqueId, publicKey }) => ({ uniqueId, publicKey }));
    return besideOrHere(runBeside({ is: 'seal', scheme, file, recipients: keys }), here);
  },
  openFile(scheme, base64, reader) {
    const here = () => openBlob(scheme, base64, reader);
    return base64.length < LARGE ? here() : besideOrHere(runBeside({ is: 'open', scheme, base64, reader }), here);
  },
};

/** `@earth/crypto`, bound to who reads on this device. Without keys nothing can be read: everything opens to null. */
export function createCipher(
  scheme: 0 | 1,
  findReader: () => Promise<Reader | null>,
  files: FileCipher = { sealFile: sealBlob, openFile: openBlob },
): Cipher {
  let reader: Promise<Reader | null> | null = null;
  async function find() {
    let found: Reader | null = null;
    try {
      found = await findReader();
      return found;
    } finally {
      // There may be keys the next time.
      if (!found) reader = null;
    }
  }
  const whoReads = () => {
    reader ??= find();
    return reader;
  };
  return {
    sealText: (text, recipients) => sealText(scheme, text, recipients),
    sealFile: (file, recipients) => files.sealFile(scheme, file, recipients),
    async openText(sealedUnder, sealed) {
      const who = await whoReads();
      return who && openText(sealedUnder, sealed, who);
    },
    async openFile(sealedUnder, base64) {
      const who = await whoReads();
      return who && files.openFile(sealedUnder, base64, who);
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

export const createPageCipher = (scheme: 0 | 1) => createCipher(scheme, readReader, pageFiles);
