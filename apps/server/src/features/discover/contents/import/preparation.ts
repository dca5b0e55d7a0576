/** What the preparation of an import's files needs. */
import type { Context } from '../../../../context';
import { ApiError } from '../../../../http/api-error';
import { messageOf } from '../../../../http/error-words';
import type { StoredFile } from '../writing-store';
import type { Problem } from './check';
import type { DrawnPictures } from './drawn';
import { type FolderReader, FolderFileError } from './folder-reader';
import type { KnownByKey } from './store';

/** The error text of the calls for a file at this path. */
export function errorTextOf(error: unknown, path: string): string {
  if (error instanceof FolderFileError) return error.message;
  if (error instanceof ApiError) return messageOf(error.error, 'en', path);
  throw error;
}

/** Of the file with this id. */
export interface MadeBlob {
  readonly id: string;
  readonly key: string;
}

export interface FilePreparation {
  readonly context: Context;
  readonly beside: FolderReader;
  readonly known: KnownByKey;
  /** The stored files of the existing contents, by content id. */
  readonly stored: ReadonlyMap<number, readonly StoredFile[]>;
  readonly report: (problem: Problem) => void;
  /** Pre-rendered pictures; null: they are rendered here. */
  readonly drawn: DrawnPictures | null;
  /** Called with each blob before it is stored, so that it can be deleted again. */
  readonly made: (blob: MadeBlob) => void;
}
