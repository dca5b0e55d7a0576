/** `npm run import`: contents from a file, all of them or none. `docs/import.md` describes the file. */
import { dirname } from 'node:path';
import { StartError } from '../../../../config/start-error';
import type { Context } from '../../../../context';
import type { Database, Queries } from '../../../../db/database';
import { ApiError } from '../../../../http/api-error';
import { wordsIn } from '../../../../http/input';
import { digestOf } from '../file-changes';
import { columnsOf, deleteBlobs, type Owner } from '../writing';
import { lockRevision, isSomeFileReferenced } from '../writing-store';
import { type FolderReader, createFolderReader } from './folder-reader';
import { requireLayer } from './layer';
import { checkFile, type ContentRow, type Problem } from './check';
import { type DrawnPictures, readDrawn } from './drawn';
import { largestOf } from '../pictures';
import { type PreparedRow, prepareRows } from './files';
import { errorTextOf, type MadeBlob } from './preparation';
import { checkGroups } from './groups';
import { ImportFileError, type RawFile, readImportFile } from './read';
import { checkReferences } from './references';
import * as store from './store';
import { type PreparedCategory, writeCategories, writeContents, writeBrandsAndSkins } from './write';

/** Problems of a file's rows: nothing of it is imported. */
class ImportProblems extends StartError {
  override readonly name = 'ImportProblems';

  constructor(problems: readonly Problem[]) {
    const lines = problems.map(({ place, field, message }) => `${place}, ${field}: ${message}`);
    super(`${lines.join('\n')}\n\nNothing was stored. Wrong: ${problems.length}.`);
  }
}

export interface Counts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

interface Options {
  readonly path: string;
  /** The code of the owning company; absent: the file contains it. */
  readonly company?: string | undefined;
  /** Its pictures are pre-rendered by `demo/draw`: rendering takes longer than all the rest. */
  readonly areDrawn?: boolean;
}

/** @throws ImportFileError if the file cannot be parsed, ImportProblems with the problems of its rows */
export async function importContents(
  context: Context,
  db: Queries & Pick<Database, 'transaction'>,
  { path, company, areDrawn = false }: Options,
): Promise<Counts> {
  const raw = await readImportFile(path);
  const code = companyOf(raw, company);
  const folder = dirname(path);
  const drawn = areDrawn ? await readDrawn(folder) : null;
  const made: MadeBlob[] = [];
  const { removed, counts } = await db
    .transaction((transaction) =>
      importAll({ context, db: transaction, raw, code, folder, drawn, made: (blob) => made.push(blob) }),
    )
    .catch(async (error: unknown) => {
      const ids = made.map(({ id }) => id);
      // If it is unknown whether they are referenced, they stay.
      const areReferenced = ids.length > 0 && (await isSomeFileReferenced(db, ids).catch(() => true));
      if (!areReferenced) for (const { key } of made) await context.blobs.delete(key);
      throw error;
    });
  // They are not referenced any more; a failure here does not affect the import.
  await deleteBlobs(context, removed);
  return counts;
}

function companyOf(raw: RawFile, company: string | undefined): string {
  const code = company ?? raw.company;
  if (code === undefined) throw new ImportFileError('Whose contents are they? Add --company CODE.');
  if (raw.company !== undefined && raw.company !== code)
    throw new ImportFileError(`The file is of company ${raw.company}, not ${code}.`);
  return code;
}

interface ImportRun {
  readonly context: Context;
  readonly db: Queries;
  readonly raw: RawFile;
  readonly code: string;
  readonly folder: string;
  readonly drawn: DrawnPictures | null;
  readonly made: (blob: MadeBlob) => void;
}

async function importAll({ context, db, raw, code, folder, drawn, made }: ImportRun) {
  const companyId = await store.lockCompany(db, code);
  if (companyId === undefined) throw new ImportFileError(`There is no company ${code} here.`);
  const owner: Owner = { companyId };
  const file = checkFile(raw);
  const problems = [...file.problems];
  const report = (problem: Problem) => problems.push(problem);
  const before = await store.findKnown(db, companyId);
  const beside = createFolderReader(folder, context.settings.maxFileBytes);
  const ids = file.contents.flatMap(({ body }) => before.contents.get(body.key)?.id ?? []);
  const stored = await store.findFilesOf(db, ids);
  const areDrawn = drawn !== null;
  const categories = await prepareCategories(file.categories, { beside, areDrawn, report });
  const prepared = await prepareRows(
    { context, beside, known: before.contents, stored, drawn, report, made },
    file.contents,
  );
  const changed = prepared.filter(({ isUnchanged }) => !isUnchanged);

  // Reading files takes long, and others write meanwhile; from here on they wait.
  await lockRevision(db);
  const known = await store.findKnown(db, companyId);
  await requireAsBefore(db, known.contents, prepared);
  await checkReferences(db, file, known, report);
  const columns = new Map<string, Awaited<ReturnType<typeof columnsOf>>>();
  for (const row of file.contents) columns.set(row.body.key, await checkColumns(db, owner, row, report));
  const parts = await checkGroups({
    db,
    companyId,
    known: known.contents,
    all: prepared,
    rows: changed,
    columns,
    report,
  });
  if (problems.length > 0) throw new ImportProblems(inOrder(problems, raw));

  const writing = { context, db, owner, known };
  const brandsAndSkins = await writeBrandsAndSkins(writing, file);
  const named = { ...brandsAndSkins, categories: await writeCategories(writing, categories), parts };
  const removed = await writeContents(writing, changed, named);
  const unchanged = prepared.length - changed.length;
  const added = prepared.filter((row) => row.id === null).length;
  return { removed, counts: { added, changed: prepared.length - added - unchanged, unchanged } };
}

/** @throws ImportFileError if a content for which files were prepared is gone, or has other files now */
async function requireAsBefore(db: Queries, known: store.KnownByKey, prepared: readonly PreparedRow[]): Promise<void> {
  const stored = await store.findFilesOf(
    db,
    prepared.flatMap(({ id }) => id ?? []),
  );
  const namesOf = (files: readonly { readonly id: string }[] = []) => String(files.map((file) => file.id));
  const isAsBefore = ({ row, id, stored: files }: PreparedRow) =>
    (known.get(row.body.key)?.id ?? null) === id && namesOf(stored.get(id ?? 0)) === namesOf(files);
  if (!prepared.every(isAsBefore))
    throw new ImportFileError('These contents were changed during the import: run it again.');
}

/** In the order of the file. */
function inOrder(problems: readonly Problem[], raw: RawFile): Problem[] {
  const rows = [raw.brands, raw.skins, raw.categories, raw.contents].flat();
  const numbers = new Map(rows.map(({ place }, number) => [place, number]));
  const numberOf = ({ place }: Problem) => numbers.get(place) ?? -1;
  return problems.toSorted((one, other) => numberOf(one) - numberOf(other));
}

/** Checks visibility and place of a content's row by the rules of the calls. */
async function checkColumns(
  db: Queries,
  owner: Owner,
  { place, body }: ContentRow,
  report: (problem: Problem) => void,
) {
  const { visibility, customerCode, lat, long } = body.common;
  try {
    return await columnsOf(db, owner, { visibility, customerCode, lat, long });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    report({ place, field: error.field ?? 'row', message: wordsIn('en')('other') });
    return {};
  }
}

async function prepareCategories(
  rows: ReturnType<typeof checkFile>['categories'],
  given: { readonly beside: FolderReader; readonly areDrawn: boolean; readonly report: (problem: Problem) => void },
): Promise<PreparedCategory[]> {
  const { beside, areDrawn, report } = given;
  const prepared: PreparedCategory[] = [];
  for (const [index, row] of rows.entries()) {
    const read = async (field: 'image' | 'layer', make: (bytes: Buffer, path: string) => Promise<Buffer>) => {
      const path = row.body[field];
      if (!path) return null;
      try {
        return await make(await beside(path), path);
      } catch (error) {
        report({ place: row.place, field, message: errorTextOf(error, path) });
        return null;
      }
    };
    const picture = await read('image', async (bytes) => (areDrawn ? bytes : largestOf('image', bytes)));
    const layer = await read('layer', async (bytes, path) => {
      requireLayer(path, bytes);
      return bytes;
    });
    const digests = [picture, ...(layer ? [layer] : [])].map((bytes) => (bytes ? digestOf(bytes) : ''));
    const position = row.body.position ?? index;
    const digest = digestOf(Buffer.from([row.source, position, ...digests].join('\n')));
    prepared.push({ row, position, digest, picture, layer });
  }
  return prepared;
}
