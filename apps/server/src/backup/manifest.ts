/** What a backup says about itself: its first entry. */
import * as z from 'zod/mini';
import { StartError } from '../config/start-error';

const FORMAT = 1;

export const MANIFEST = 'backup.json';
export const KEYS = 'keys.json';
export const FILE_LIST = 'files.json';

const manifest = z.object({
  format: z.literal(FORMAT),
  madeAt: z.string(),
  /** Of the database. */
  migration: z.int(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
});

export type Manifest = z.infer<typeof manifest>;

export const writeManifest = (given: Omit<Manifest, 'format'>): Buffer =>
  Buffer.from(JSON.stringify({ format: FORMAT, ...given }));

/** @throws StartError if it is none, or of another version */
export function readManifest(text: string): Manifest {
  const read = manifest.safeParse(JSON.parse(text));
  if (!read.success) throw new StartError('This is no backup that this version can read.');
  return read.data;
}

export const storedBlobs = z.array(z.object({ key: z.string(), bytes: z.int() }));

export const rowsEntry = (table: string, piece: number): string => `tables/${table}/${String(piece).padStart(6, '0')}`;
export const blobEntry = (key: string): string => `files/${key}`;

/** @returns the table whose rows the entry has */
export const tableOf = (name: string): string | undefined => /^tables\/([^/]+)\/\d+$/.exec(name)?.[1];
/** @returns the key of the file that the entry is */
export const keyOf = (name: string): string | undefined => /^files\/(.+)$/.exec(name)?.[1];
