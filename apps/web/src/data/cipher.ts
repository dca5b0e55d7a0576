import type { Cipher } from '@earth/calls';
import { CryptoSchema, type Scheme, type SealedOrigin, type SealedPlace, type Sealer } from '@earth/contracts';
import {
  addRecipients,
  type Author,
  openText,
  type Reader,
  type Recipient,
  rewrapKey,
  schemeFor,
  sealText,
} from '@earth/crypto';
import { openBlob, sealBlob } from './file-cipher';
import { besideOrHere, runBeside } from './file-thread';
import { LARGE } from './held-text';
import { readReader } from './index';

interface FileCipher {
  readonly sealFile: typeof sealBlob;
  readonly openFile: typeof openBlob;
}

/** Of a person only what the thread needs: a whole contact may hold what cannot be handed over. */
const keyOf = ({ uniqueId, publicKey }: Recipient): Recipient => ({ uniqueId, publicKey });
const sealerOf = ({ formerKeys, ...person }: Sealer): Sealer => ({ ...keyOf(person), formerKeys });

/** Large ones beside the page's own thread. */
const pageFiles: FileCipher = {
  sealFile(job, signal) {
    const here = () => sealBlob(job, signal);
    if (job.file.size < LARGE) return here();
    const beside = runBeside({ ...job, is: 'seal', recipients: job.recipients.map(keyOf) }, signal && { signal });
    return besideOrHere(beside, here);
  },
  openFile(scheme, base64, reader, { sender, place, date }) {
    const origin: SealedOrigin = { sender: sealerOf(sender), place, date };
    const here = () => openBlob(scheme, base64, reader, origin);
    if (typeof base64 === 'string' && base64.length < LARGE) return here();
    return besideOrHere(runBeside({ is: 'open', scheme, base64, reader, origin }), here);
  },
};

export interface PageCipher extends Cipher {
  /** As `sealFile`, until it is stopped: then it rejects. */
  sealFileUntil(signal: AbortSignal): Cipher['sealFile'];
}

/** `@earth/crypto`, bound to who reads on this device. Without keys nothing can be read: everything opens to null. */
export function createCipher(
  setting: Scheme,
  findReader: () => Promise<Reader | null>,
  files: FileCipher = { sealFile: sealBlob, openFile: openBlob },
): PageCipher {
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
  /** Only scheme 2 needs somebody who signs. */
  const authorAt = async (scheme: Scheme, place: SealedPlace): Promise<Author | null> => {
    const sender = scheme === CryptoSchema.v2 ? await whoReads() : null;
    return sender && { sender, place };
  };
  const sealFileUntil =
    (signal?: AbortSignal): Cipher['sealFile'] =>
    async (scheme, file, recipients, place) =>
      files.sealFile({ scheme, file, recipients, author: await authorAt(scheme, place) }, signal);
  return {
    async schemeFor(recipients) {
      return setting === CryptoSchema.v2 ? schemeFor(setting, await whoReads(), recipients) : setting;
    },
    async sealText(scheme, text, recipients, place) {
      return sealText(scheme, text, recipients, await authorAt(scheme, place));
    },
    sealFile: sealFileUntil(),
    sealFileUntil,
    async openText(scheme, sealed, origin) {
      const who = await whoReads();
      return who && openText(scheme, sealed, who, origin);
    },
    async openFile(scheme, base64, origin) {
      const who = await whoReads();
      return who && files.openFile(scheme, base64, who, origin);
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

export const createPageCipher = (setting: Scheme) => createCipher(setting, readReader, pageFiles);
