/** What is asked of the thread for files, and what it answers: `file-thread.ts` asks, `file-worker.ts` answers. */
import type { FileText, SealedOrigin } from '@earth/contracts';
import type { Reader, Scheme } from '@earth/crypto';
import type { OpenedVault, PrivateBundles, VaultOwner, VaultSecret } from '@earth/crypto/own-keys';
import type { Answer, Request } from '../http/exchange';
import type { OpenedBlob, SealJob } from './file-cipher';

export type FileJob =
  | (SealJob & { readonly is: 'seal' })
  | {
      readonly is: 'open';
      readonly scheme: Scheme;
      readonly base64: FileText;
      readonly reader: Reader;
      readonly origin: SealedOrigin;
    }
  | { readonly is: 'shrink'; readonly picture: Blob; readonly height: number }
  | {
      readonly is: 'lockVault';
      readonly bundles: PrivateBundles;
      readonly owner: VaultOwner;
      readonly passphrase: string;
    }
  | { readonly is: 'openVault'; readonly keyVault: string; readonly owner: VaultOwner; readonly secret: VaultSecret }
  | { readonly is: 'exchange' | 'upload'; readonly request: Request };

/** What each kind of job gives. */
export interface FileResults {
  readonly seal: FileText;
  readonly open: OpenedBlob;
  readonly shrink: Blob;
  readonly lockVault: { readonly keyVault: string; readonly recoveryCode: string };
  readonly openVault: OpenedVault;
  readonly exchange: Answer;
  readonly upload: Answer;
}

export interface FileQuestion {
  readonly id: number;
  /** Null: the one of this id is to stop, where it can. */
  readonly job: FileJob | null;
}
export interface FileAnswer {
  readonly id: number;
  /** Nothing else: it goes on. */
  readonly gone?: number;
  readonly result?: unknown;
  readonly error?: string;
}
