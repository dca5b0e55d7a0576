/** The file that is imported, as it stands: JSON or CSV. What it may have is told in `docs/import.md`. */
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { StartError } from '../../../../config/start-error';

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
  /** Where the columns of a CSV are named. */
  readonly head?: string;
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

type Cell = readonly [column: string, value: string];

/** A decimal comma is read as a point. */
const withPoint = ([column, value]: Cell): Cell => [
  column,
  DECIMALS.has(column) ? value.replace(/^([+-]?\d*),(\d+(?:e[+-]?\d+)?)$/i, '$1.$2') : value,
];

/** Excel may say in a line before all others what stands between cells. It shows no such row, and counts none. */
const SEPARATOR_LINE = /^"?sep=([;,\t|])"?(?:\r\n?|\n|$)/i;

function delimiterOf(text: string): string {
  const [head = ''] = text.trimStart().split(/[\r\n]/, 1);
  if (head.includes(',')) return ',';
  return [';', '\t'].find((one) => head.includes(one)) ?? ',';
}

/** All records of a CSV, its cells without the spaces around them. Empty ones are records too. @throws ImportFileError */
function recordsIn(name: string, text: string, delimiter: string): readonly (readonly string[])[] {
  try {
    const options = { delimiter, relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] };
    return parse(text, options).map((record) => record.map((cell) => cell.trim()));
  } catch (error) {
    if (error instanceof CsvError) throw new ImportFileError(`${name} is no CSV: ${error.message}.`);
    throw error;
  }
}

const isEmpty = (record: readonly string[]) => record.every((cell) => cell === '');

/** The cells of a row by the names of its columns. A spreadsheet leaves out the last ones where they are empty. */
function cellsOf(name: string, place: string, columns: readonly string[], record: readonly string[]): readonly Cell[] {
  const nameless = record.find((cell, index) => cell !== '' && !columns[index]);
  if (nameless !== undefined)
    throw new ImportFileError(`${name}: ${place} has «${nameless.slice(0, 50)}» in a column without a name.`);
  return columns.flatMap((column, index): Cell[] => (column === '' ? [] : [[column, record[index] ?? '']]));
}

/** RFC 4180, as spreadsheets write it; where commas are for decimals, with semicolons. */
function readCsv(name: string, text: string): RawFile {
  // A decoder takes away the mark at the beginning.
  const said = SEPARATOR_LINE.exec(text);
  const rest = text.slice(said?.[0].length ?? 0);
  const delimiter = said?.[1] ?? delimiterOf(rest);
  // As a spreadsheet counts them: a record is a row, however many lines it has, and so is an empty one.
  const rows = recordsIn(name, rest, delimiter)
    .map((record, index) => ({ place: `row ${index + 1}`, record }))
    .filter(({ record }) => !isEmpty(record));
  const [head, ...others] = rows;
  const columns = head?.record ?? [];
  const twice = columns.find((column, index) => column !== '' && columns.indexOf(column) !== index);
  if (twice !== undefined) throw new ImportFileError(`${name}: the column «${twice}» is there twice.`);
  const contents = others.map(({ place, record }) => {
    const cells = cellsOf(name, place, columns, record);
    return { place, cells: Object.fromEntries(delimiter === ',' ? cells : cells.map(withPoint)) };
  });
  return {
    from: 'text',
    head: head?.place ?? 'row 1',
    company: undefined,
    brands: [],
    skins: [],
    categories: [],
    contents,
  };
}
