/**
 * The contents of files in a chat: the user's own as they were chosen, the others' after download and decryption. Pictures
 * are downloaded when they arrive, other files on request. Each object URL is revoked.
 */
import { type CallMessage, type FileText, isGenuine, type Scheme } from '@earth/contracts';
import type { AuthorOf } from '../session/author';
import { contentTypeOf, isPicture } from './file-types';
import type { Outbox } from './outbox';
import type { CallPorts, Recipient } from '../ports';
import type { ChatFile } from '../view';

/** What a message says of its file. */
export interface AttachedFile {
  readonly name: string;
  /** Bytes, before sealing. */
  readonly size: number;
  /** Null: the server does not have it yet. */
  readonly stored: StoredAs | null;
}

interface StoredAs {
  /** The file's name in storage. */
  readonly name: string;
  /** Taken from its message, which is trusted before what the server says of the file itself. */
  readonly senderId: string;
  readonly clientId: string | null;
  readonly cryptoSchema: Scheme;
  readonly date: string;
}

/** The fields of its message that its seal depends on. */
interface SealedAs {
  readonly name: string;
  readonly clientId: string;
  readonly cryptoSchema: Scheme;
}

const placeOf = (within: string, id: string | null, fileName: string) =>
  ({ kind: 'file', within, id, fileName }) as const;

interface Contents {
  readonly state: ChatFile['state'];
  readonly blob: Blob | null;
  readonly url: string | null;
  readonly gone: number;
}

type FilePorts = Pick<CallPorts, 'api' | 'cipher' | 'objectUrls' | 'saveFile'>;

export interface ChatFilesOptions {
  readonly callId: string;
  readonly authorOf: AuthorOf;
  readonly downloads: Outbox;
  readonly onChange: () => void;
}

export class ChatFiles {
  readonly #ports: FilePorts;
  readonly #options: ChatFilesOptions;
  /** By the message's key. */
  readonly #contents = new Map<string, Contents>();
  #isDiscarded = false;

  constructor(ports: FilePorts, options: ChatFilesOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  viewOf(key: string, { name, size, stored }: AttachedFile): ChatFile {
    const contents = this.#contents.get(key);
    return {
      name,
      size,
      isPicture: isPicture(name),
      state: contents?.state ?? (stored === null ? 'coming' : 'ready'),
      url: contents?.url ?? null,
      gone: contents?.gone ?? 0,
    };
  }

  /** Caches the user's own file. */
  keep(key: string, file: File) {
    this.#open(key, file.name, file);
  }

  /** Seals the user's own file for upload. */
  async seal(
    key: string,
    { clientId, cryptoSchema, name }: SealedAs,
    recipients: readonly Recipient[],
  ): Promise<FileText> {
    const blob = this.#contents.get(key)?.blob;
    if (!blob) throw new Error('There is no such file');
    const place = placeOf(this.#options.callId, clientId, name);
    return this.#ports.cipher.sealFile(cryptoSchema, blob, recipients, place).catch((cause: unknown) => {
      // Changed or moved since it was chosen. Not reported as a network failure, which would be retried for ever.
      throw new Error('The file cannot be read', { cause });
    });
  }

  /** Upload progress of the user's own file, from 0 to 1. */
  setGone(key: string, gone: number) {
    const contents = this.#contents.get(key);
    if (!contents) return;
    this.#contents.set(key, { ...contents, gone });
    this.#options.onChange();
  }

  /** The user's own file is not sent. */
  drop(key: string) {
    const url = this.#contents.get(key)?.url;
    if (url) this.#ports.objectUrls.revoke(url);
    this.#contents.delete(key);
  }

  preview(key: string, file: AttachedFile) {
    if (isPicture(file.name)) this.#fetch(key, file, () => {});
  }

  save(key: string, file: AttachedFile) {
    const hand = (blob: Blob) => this.#ports.saveFile(blob, file.name);
    const contents = this.#contents.get(key);
    if (contents?.blob) hand(contents.blob);
    else if (contents?.state !== 'loading') this.#fetch(key, file, hand);
  }

  isUnreadable(key: string): boolean {
    return this.#contents.get(key)?.state === 'unreadable';
  }

  /** Forgets a failed decryption and tries again, as if the file had just arrived. */
  forget(key: string, file: AttachedFile) {
    this.#contents.delete(key);
    this.preview(key, file);
  }

  discard() {
    this.#isDiscarded = true;
    for (const { url } of this.#contents.values()) if (url !== null) this.#ports.objectUrls.revoke(url);
    this.#contents.clear();
  }

  #fetch(key: string, { name, stored }: AttachedFile, then: (blob: Blob) => void) {
    if (stored === null) return;
    const { api, cipher } = this.#ports;
    const { authorOf, callId, downloads } = this.#options;
    this.#put(key, 'loading');
    downloads.add({
      run: async () => {
        const { base64 } = await api.getCallFile({ callId, imageFileName: stored.name });
        const origin = {
          sender: await authorOf(stored.senderId),
          place: placeOf(callId, stored.clientId, name),
          date: stored.date,
        };
        const opened = await cipher.openFile(stored.cryptoSchema, base64, origin);
        if (this.#isDiscarded) return;
        if (opened === null) return this.#put(key, 'unreadable');
        if (!isGenuine(opened)) return this.#put(key, 'notGenuine');
        const blob = new Blob([opened], { type: contentTypeOf(name) });
        this.#open(key, name, blob);
        then(blob);
      },
      onWaiting: () => {},
      onFailed: () => this.#put(key, 'failed'),
    });
  }

  #open(key: string, name: string, blob: Blob) {
    this.#put(key, 'ready', blob, isPicture(name) ? this.#ports.objectUrls.create(blob) : null);
  }

  #put(key: string, state: ChatFile['state'], blob: Blob | null = null, url: string | null = null) {
    if (this.#isDiscarded) return;
    this.#contents.set(key, { state, blob, url, gone: 0 });
    this.#options.onChange();
  }
}

/** The name in storage of a message's file; null: it has none. */
export const storedNameOf = ({ fileUrl }: Pick<CallMessage, 'fileUrl'>): string | null =>
  fileUrl && fileUrl.slice(fileUrl.lastIndexOf('/') + 1);

export function fileOf(message: CallMessage): AttachedFile | null {
  const { fileName, fileSize } = message;
  const storedName = storedNameOf(message);
  if (fileName === null || storedName === null) return null;
  const { clientId, cryptoSchema, sender, date } = message;
  return {
    name: fileName,
    size: fileSize ?? 0,
    stored: { name: storedName, senderId: sender.uniqueId, clientId, cryptoSchema, date },
  };
}
