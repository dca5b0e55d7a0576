/** Message types between the page and the file worker: `file-thread.ts` sends jobs, `file-worker.ts` answers. */
import type { FileText, SealedOrigin } from '@earth/contracts';
import type { Reader, Scheme } from '@earth/crypto';
import type { OpenedVault, PrivateBundles, VaultOwner, VaultSecret } from '@earth/crypto/own-keys';
import type { Answer, Request } from '../http/exchange';
import type { OpenedBlob, SealJob } from './file-cipher';

export type FileJob =
  | (SealJob & { readonly type: 'seal' })
  | {
      readonly type: 'open';
      readonly scheme: Scheme;
      readonly base64: FileText;
      readonly reader: Reader;
      readonly origin: SealedOrigin;
    }
  | { readonly type: 'shrink'; readonly picture: Blob; readonly height: number }
  | {
      readonly type: 'lockVault';
      readonly bundles: PrivateBundles;
      readonly owner: VaultOwner;
      readonly passphrase: string;
    }
  | { readonly type: 'openVault'; readonly keyVault: string; readonly owner: VaultOwner; readonly secret: VaultSecret }
  | { readonly type: 'exchange' | 'upload'; readonly request: Request };

/** The result type of each job. */
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
  /** Null: cancel the job with this id, if it can be cancelled. */
  readonly job: FileJob | null;
}
export interface FileAnswer {
  readonly id: number;
  /** Progress report: the only field set while the job runs. */
  readonly progress?: number;
  readonly result?: unknown;
  readonly error?: string;
}
