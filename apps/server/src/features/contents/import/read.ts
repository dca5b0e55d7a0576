/** The file that is imported, as it stands: JSON or CSV. What it may have is told in `docs/import.md`. */
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { StartError } from '../../../config/start-error';

type Cells = Readonly<Record<string, unknown>>;

/** What stands at one place of the file, and how people call that place. */
export interface RawRow {
  readonly place: string;
  readonly cells: Cells;
}

const lists = ['brands', 'skins', 'categories', 'contents'] as const;
type List = (typeof lists)[number];

export interface RawFile extends Readonly<Record<List, readonly RawRow[]>> {
  /** Numbers and the like are `text` in a CSV. */
  readonly from: 'json' | 'text';
  /** The code of the company whose it is, where the file says so. */
  readonly company: string | undefined;
}

/** A file that cannot be read at all. */
export class ImportFileError extends StartError {
  override readonly name = 'ImportFileError';
}

const PLACES: Record<List, string> = { brands: 'brand', skins: 'skin', categories: 'category', contents: 'row' };
const DECIMALS = new Set(['price', 'lat', 'long']);
const HEAD = new Set<string>([...lists, 'company', 'defaults']);

const isRecord = (value: unknown): value is Cells =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws ImportFileError that says why not */
export async function readImportFile(path: string): Promise<RawFile> {
  const name = basename(path);
  const read = { '.json': readJson, '.csv': readCsv }[extname(path).toLowerCase()];
  if (!read) throw new ImportFileError(`${name}: a file that ends in .json or .csv is wanted.`);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new ImportFileError(`${name} cannot be read (${error.code ?? error.message}).`);
  });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImportFileError(`${name} is not in UTF-8: save it as «CSV UTF-8».`);
  }
  return read(name, text);
}

function readJson(name: string, text: string): RawFile {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw new ImportFileError(`${name} is no JSON: ${(error as Error).message}.`);
  }
  const head = Array.isArray(given) ? { contents: given } : given;
  if (!isRecord(head)) throw new ImportFileError(`${name}: a list of contents is wanted, or an object with lists.`);
  const { company, defaults = {} } = head;
  const unknown = Object.keys(head).find((field) => !HEAD.has(field));
  if (unknown !== undefined) throw new ImportFileError(`${name}: «${unknown}» is not known.`);
  if (company !== undefined && typeof company !== 'string')
    throw new ImportFileError(`${name}: «company» is the code of a company.`);
  if (!isRecord(defaults)) throw new ImportFileError(`${name}: «defaults» is an object.`);
  const rowsOf = (list: List): RawRow[] => {
    const items: unknown = head[list] ?? [];
    if (!Array.isArray(items)) throw new ImportFileError(`${name}: «${list}» is a list.`);
    return items.map((item: unknown, index) => {
      const place = `${PLACES[list]} ${index + 1}`;
      if (!isRecord(item)) throw new ImportFileError(`${name}: ${place} is not an object.`);
      return { place, cells: list === 'contents' ? { ...defaults, ...item } : item };
    });
  };
  return {
    from: 'json',
    company,
    brands: rowsOf('brands'),
    skins: rowsOf('skins'),
    categories: rowsOf('categories'),
    contents: rowsOf('contents'),
  };
}

/** A decimal comma is read as a point. */
const withPoints = (cells: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(cells).map(([name, value]) => [
      name,
      DECIMALS.has(name) ? value.replace(/^(\s*-?\d+),(\d+\s*)$/, '$1.$2') : value,
    ]),
  );

/** RFC 4180; where commas are for decimals, spreadsheets write semicolons. */
function readCsv(name: string, text: string): RawFile {
  const [head = ''] = text.split(/\r?\n/, 1);
  const delimiter = head.includes(';') && !head.includes(',') ? ';' : ',';
  const columns = (names: string[]) => {
    const trimmed = names.map((column) => column.trim());
    const twice = trimmed.find((column, index) => trimmed.indexOf(column) !== index);
    if (twice !== undefined) throw new ImportFileError(`${name}: the column «${twice}» is there twice.`);
    return trimmed;
  };
  try {
    const rows = parse(text, { columns, delimiter, bom: true, skip_empty_lines: true });
    // As a spreadsheet counts them: the names of the columns are row 1.
    const contents = rows.map((given, index) => {
      const cells = given as Readonly<Record<string, string>>;
      return { place: `row ${index + 2}`, cells: delimiter === ';' ? withPoints(cells) : cells };
    });
    return { from: 'text', company: undefined, brands: [], skins: [], categories: [], contents };
  } catch (error) {
    if (error instanceof CsvError) throw new ImportFileError(`${name} is no CSV: ${error.message}.`);
    throw error;
  }
}
