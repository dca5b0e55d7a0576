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
  isDescriptionOf,
  openText,
  ownKeyIn,
  type Reader,
  type Recipient,
  rewrapKey,
  schemeFor,
  schemeOfKey,
  sealDescription,
  sealText,
} from '@earth/crypto';
import { openBlob, sealBlob } from './file-cipher';
import { workerOrPage, runInWorker } from './file-thread';
import { LARGE } from '../http/text-blob';
import { getConfig, isGuestPage, readReader } from '../index';
import type { SessionScope } from '../session/session-scope';
import { createKeyQuestions } from './key-question';
import { type LeftOut, recordLeftOut } from './left-out';

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
    const onPage = () => sealBlob(job, signal);
    if (job.file.size < LARGE) return onPage();
    const inWorker = runInWorker({ ...job, type: 'seal', recipients: job.recipients.map(keyOf) }, signal && { signal });
    return workerOrPage(inWorker, onPage);
  },
  openFile(scheme, base64, reader, { sender, place, date }) {
    const origin: SealedOrigin = { sender: sealerOf(sender), place, date };
    const onPage = () => openBlob(scheme, base64, reader, origin);
    if (typeof base64 === 'string' && base64.length < LARGE) return onPage();
    return workerOrPage(runInWorker({ type: 'open', scheme, base64, reader, origin }), onPage);
  },
};

export type PageCipher = Cipher;

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
  /** Records for whom something was not sealed; null: it was sealed for them. */
  readonly onLeftOut?: (people: ReadonlyMap<string, LeftOut | null>) => void;
}

/** Filters the recipients: one unusable or changed key must not block messages to the others. */
function createRecipientFilter({
  namesAll = false,
  findRefused = async () => new Set(),
  onLeftOut = () => undefined,
}: CipherOptions) {
  return async (scheme: Scheme, recipients: readonly Recipient[]): Promise<readonly Recipient[]> => {
    if (scheme === CryptoSchema.none) return recipients;
    const refused = await findRefused(recipients);
    const reasons = new Map<string, LeftOut | null>(
      await Promise.all(
        recipients.map(async ({ uniqueId, publicKey }) => {
          const reason = (await canWrap(scheme, publicKey)) ? (refused.has(uniqueId) ? 'changed' : null) : 'unusable';
          return [uniqueId, reason] as const;
        }),
      ),
    );
    onLeftOut(reasons);
    if (!namesAll) return recipients.filter(({ uniqueId }) => !reasons.get(uniqueId));
    return recipients.map((person) => (reasons.get(person.uniqueId) ? { ...person, isLeftOut: true } : person));
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
function memoizeReader(findReader: () => Promise<Reader | null>): () => Promise<Reader | null> {
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

const createDescriptionSeals = (
  getReader: () => Promise<Reader | null>,
): Pick<Cipher, 'sealDescription' | 'isDescriptionOf'> => ({
  async sealDescription(link) {
    const reader = await getReader();
    return reader && sealDescription(link, reader);
  },
  async isDescriptionOf({ publicKey }, link, seal) {
    const reader = await getReader();
    return reader && isDescriptionOf(publicKey, link, seal, reader);
  },
});

/** Binds `@earth/crypto` to the reader of this device. Without keys everything opens to null. */
export function createCipher(
  setting: Scheme,
  findReader: () => Promise<Reader | null>,
  options: CipherOptions = {},
): PageCipher {
  const { files = { sealFile: sealBlob, openFile: openBlob }, mustAsk = async () => false } = options;
  const getReader = memoizeReader(findReader);
  /** Only scheme 2 needs a signing author. */
  const authorAt = async (scheme: Scheme, place: SealedPlace): Promise<Author | null> => {
    const sender = scheme === CryptoSchema.v2 ? await getReader() : null;
    return sender && { sender, place };
  };
  const filterRecipients = createRecipientFilter(options);
  const { prove, isProven } = createProofs();
  const sealFileUntil =
    (signal?: AbortSignal): Cipher['sealFile'] =>
    async (scheme, file, recipients, place) =>
      files.sealFile(
        { scheme, file, recipients: await filterRecipients(scheme, recipients), author: await authorAt(scheme, place) },
        signal,
      );
  return {
    mustAsk,
    findReaders: filterRecipients,
    /** The scheme depends only on this device: a recipient with an unusable bundle does not downgrade the others to scheme 1. */
    async schemeFor(_, least = setting) {
      const wanted = least > setting ? least : setting;
      return wanted === CryptoSchema.v2 ? schemeFor(wanted, await getReader(), []) : wanted;
    },
    async sealText(scheme, text, recipients, place) {
      const sealed = await sealText(
        scheme,
        text,
        await filterRecipients(scheme, recipients),
        await authorAt(scheme, place),
      );
      const reader = scheme === CryptoSchema.none ? null : await getReader().catch(() => null);
      if (reader) prove(place, ownKeyIn(sealed, reader));
      return sealed;
    },
    sealFile: sealFileUntil(),
    sealFileUntil,
    async openText(scheme, sealed, origin) {
      // The text of a deleted message. What is not encrypted may be empty, such as the subject of a call.
      if (sealed === '' && scheme !== CryptoSchema.none) return null;
      const reader = await getReader();
      const text = reader && (await openText(scheme, sealed, reader, origin));
      if (reader && typeof text === 'string' && scheme !== CryptoSchema.none)
        prove(origin.place, ownKeyIn(sealed, reader));
      return text;
    },
    async openFile(scheme, base64, origin) {
      const reader = await getReader();
      if (!reader) return null;
      const { file, encryptedKey } = await files.openFile(scheme, base64, reader, origin);
      if (file && isGenuine(file)) prove(origin.place, encryptedKey);
      return file;
    },
    async addRecipients(sealedUnder, sealed, recipients, origin) {
      const reader = await getReader();
      // Only if it opens: the server could have substituted it.
      const text = reader && (await openText(sealedUnder, sealed, reader, origin));
      if (typeof text !== 'string') return null;
      return reader && addRecipients(sealedUnder, sealed, reader, await filterRecipients(sealedUnder, recipients));
    },
    isProven,
    ...createDescriptionSeals(getReader),
    async rewrapKey(encryptedKey, recipients, within) {
      if (!isProven(encryptedKey, within)) return null;
      const reader = await getReader();
      return reader && rewrapKey(encryptedKey, reader, await filterRecipients(schemeOfKey(encryptedKey), recipients));
    },
  };
}

function createPageCipher(scope: SessionScope, namesAll: boolean): PageCipher {
  const { findRefused, mustAsk } = scope.get(createKeyQuestions);
  return createCipher(getConfig().cryptoSchema, readReader, {
    namesAll,
    files: pageFiles,
    onLeftOut: (people) => recordLeftOut(scope, people),
    // A guest has compared no keys.
    ...(!isGuestPage && { findRefused, mustAsk }),
  });
}

export const createCallCipher = (scope: SessionScope): PageCipher => createPageCipher(scope, false);

/** For rooms: the server only accepts what names every member. */
export const createRoomCipher = (scope: SessionScope): PageCipher => createPageCipher(scope, true);
