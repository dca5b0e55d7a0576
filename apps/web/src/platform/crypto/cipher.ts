import type { Cipher } from '@earth/calls';
import {
  CryptoSchema,
  isGenuine,
  type Scheme,
  type SealedOrigin,
  type SealedPlace,
  type Sealer,
} from '@earth/contracts';
import {
  addRecipients,
  type Author,
  canWrap,
  openText,
  ownKeyIn,
  type Reader,
  type Recipient,
  rewrapKey,
  schemeFor,
  schemeOfKey,
  sealText,
} from '@earth/crypto';
import { openBlob, sealBlob } from './file-cipher';
import { besideOrHere, runBeside } from './file-thread';
import { LARGE } from '../http/text-blob';
import { isGuestPage, readReader } from '../index';
import { findRefused as findRefusedByPerson, mustAsk as mustAskPerson } from './key-question';
import { type LeftOut, noteLeftOut } from './left-out';

interface FileCipher {
  readonly sealFile: typeof sealBlob;
  readonly openFile: typeof openBlob;
}

/** Only the fields that the worker needs: a whole contact may hold values that cannot be cloned. */
const keyOf = ({ uniqueId, publicKey, isLeftOut }: Recipient): Recipient => ({
  uniqueId,
  publicKey,
  ...(isLeftOut && { isLeftOut }),
});
const sealerOf = ({ formerKeys, ...person }: Sealer): Sealer => ({ ...keyOf(person), formerKeys });

/** The file operations of the page. Large files go to the worker. */
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
  /** Like `sealFile`, but rejects when the signal aborts. */
  sealFileUntil(signal: AbortSignal): Cipher['sealFile'];
  /** Resolves the recipients for sealing: asks about changed keys first; recipients who are left out are marked or omitted. */
  findReaders(scheme: Scheme, recipients: readonly Recipient[]): Promise<readonly Recipient[]>;
}

export interface CipherOptions {
  readonly files?: FileCipher;
  /**
   * Whether the server requires every recipient to be named: left-out recipients are then named with a useless key. Otherwise they
   * are not named, so that they can be given a key later.
   */
  readonly namesAll?: boolean;
  /** The ids of recipients whose keys the user refuses. Prompts the user if the decision is open. */
  readonly findRefused?: (recipients: readonly Recipient[]) => Promise<ReadonlySet<string>>;
  /** Whether `findRefused` would prompt the user. */
  readonly mustAsk?: Cipher['mustAsk'];
}

/** Filters the recipients: one unusable or changed key must not block messages to the others. */
function createFit(namesAll: boolean, findRefused: (recipients: readonly Recipient[]) => Promise<ReadonlySet<string>>) {
  return async (scheme: Scheme, recipients: readonly Recipient[]): Promise<readonly Recipient[]> => {
    if (scheme === CryptoSchema.none) return recipients;
    const refused = await findRefused(recipients);
    const whys = new Map<string, LeftOut | null>(
      await Promise.all(
        recipients.map(async ({ uniqueId, publicKey }) => {
          const why = (await canWrap(scheme, publicKey)) ? (refused.has(uniqueId) ? 'changed' : null) : 'unusable';
          return [uniqueId, why] as const;
        }),
      ),
    );
    noteLeftOut(whys);
    if (!namesAll) return recipients.filter(({ uniqueId }) => !whys.get(uniqueId));
    return recipients.map((person) => (whys.get(person.uniqueId) ? { ...person, isLeftOut: true } : person));
  };
}

/**
 * Proofs that a key was seen to open, or was used to seal, content of a certain call or room. Only such keys are wrapped for others:
 * the server lists the keys and could pass off a key of something else.
 */
function createProofs() {
  const proven = new Map<string, Set<string>>();
  const prove = ({ within }: SealedPlace, encryptedKey: string | null) => {
    if (encryptedKey === null) return;
    const keys = proven.get(within) ?? new Set();
    proven.set(within, keys.add(encryptedKey));
  };
  const isProven = (encryptedKey: string, within: string): boolean => proven.get(within)?.has(encryptedKey) ?? false;
  return { prove, isProven };
}

/** Memoizes the reader, except while there are no keys. */
function findOnce(findReader: () => Promise<Reader | null>): () => Promise<Reader | null> {
  let reader: Promise<Reader | null> | null = null;
  async function find() {
    let found: Reader | null = null;
    try {
      found = await findReader();
      return found;
    } finally {
      // There may be keys at the next call.
      if (!found) reader = null;
    }
  }
  return () => {
    reader ??= find();
    return reader;
  };
}

/** Binds `@earth/crypto` to the reader of this device. Without keys everything opens to null. */
export function createCipher(
  setting: Scheme,
  findReader: () => Promise<Reader | null>,
  {
    files = { sealFile: sealBlob, openFile: openBlob },
    namesAll = false,
    findRefused = async () => new Set(),
    mustAsk = async () => false,
  }: CipherOptions = {},
): PageCipher {
  const whoReads = findOnce(findReader);
  /** Only scheme 2 needs a signing author. */
  const authorAt = async (scheme: Scheme, place: SealedPlace): Promise<Author | null> => {
    const sender = scheme === CryptoSchema.v2 ? await whoReads() : null;
    return sender && { sender, place };
  };
  const fit = createFit(namesAll, findRefused);
  const { prove, isProven } = createProofs();
  const sealFileUntil =
    (signal?: AbortSignal): Cipher['sealFile'] =>
    async (scheme, file, recipients, place) =>
      files.sealFile(
        { scheme, file, recipients: await fit(scheme, recipients), author: await authorAt(scheme, place) },
        signal,
      );
  return {
    mustAsk,
    findReaders: fit,
    /** The scheme depends only on this device: a recipient with an unusable bundle does not downgrade the others to scheme 1. */
    async schemeFor() {
      return setting === CryptoSchema.v2 ? schemeFor(setting, await whoReads(), []) : setting;
    },
    async sealText(scheme, text, recipients, place) {
      const sealed = await sealText(scheme, text, await fit(scheme, recipients), await authorAt(scheme, place));
      const who = scheme === CryptoSchema.none ? null : await whoReads().catch(() => null);
      if (who) prove(place, ownKeyIn(sealed, who));
      return sealed;
    },
    sealFile: sealFileUntil(),
    sealFileUntil,
    async openText(scheme, sealed, origin) {
      const who = await whoReads();
      const text = who && (await openText(scheme, sealed, who, origin));
      if (who && typeof text === 'string' && scheme !== CryptoSchema.none) prove(origin.place, ownKeyIn(sealed, who));
      return text;
    },
    async openFile(scheme, base64, origin) {
      const who = await whoReads();
      if (!who) return null;
      const { file, encryptedKey } = await files.openFile(scheme, base64, who, origin);
      if (file && isGenuine(file)) prove(origin.place, encryptedKey);
      return file;
    },
    async addRecipients(sealedUnder, sealed, recipients, origin) {
      const who = await whoReads();
      // Only if it opens: the server could have substituted it.
      const text = who && (await openText(sealedUnder, sealed, who, origin));
      if (typeof text !== 'string') return null;
      return who && addRecipients(sealedUnder, sealed, who, await fit(sealedUnder, recipients));
    },
    isProven,
    async rewrapKey(encryptedKey, recipients, within) {
      if (!isProven(encryptedKey, within)) return null;
      const who = await whoReads();
      return who && rewrapKey(encryptedKey, who, await fit(schemeOfKey(encryptedKey), recipients));
    },
  };
}

export const createPageCipher = (setting: Scheme, options: Pick<CipherOptions, 'namesAll'> = {}) =>
  // A guest has compared no keys.
  createCipher(setting, readReader, {
    ...options,
    files: pageFiles,
    ...(!isGuestPage && { findRefused: findRefusedByPerson, mustAsk: mustAskPerson }),
  });
