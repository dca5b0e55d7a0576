/** Parses the imported file: JSON or CSV, as described in `docs/import.md`. */
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { StartError } from '../../../../config/start-error';

type Cells = Readonly<Record<string, unknown>>;

/** A row of the file, and a name of its place for people. */
export interface RawRow {
  readonly place: string;
  readonly cells: Cells;
}

const lists = ['brands', 'skins', 'categories', 'contents'] as const;
type List = (typeof lists)[number];

export interface RawFile extends Readonly<Record<List, readonly RawRow[]>> {
  /** In a CSV, numbers and the like are `text`. */
  readonly from: 'json' | 'text';
  /** The place of the column names in a CSV. */
  readonly head?: string;
  /** The code of the owning company, if the file contains it. */
  readonly company: string | undefined;
}

/** A file that cannot be parsed at all. */
export class ImportFileError extends StartError {
  override readonly name = 'ImportFileError';
}

const PLACES: Record<List, string> = { brands: 'brand', skins: 'skin', categories: 'category', contents: 'row' };
const DECIMALS = new Set(['price', 'lat', 'long']);
const HEAD = new Set<string>([...lists, 'company', 'defaults']);

const isRecord = (value: unknown): value is Cells =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws ImportFileError with the reason */
export async function readImportFile(path: string): Promise<RawFile> {
  const name = basename(path);
  const read = { '.json': readJson, '.csv': readCsv }[extname(path).toLowerCase()];
  if (!read) throw new ImportFileError(`${name}: expected a file that ends in .json or .csv.`);
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
    throw new ImportFileError(`${name} is not JSON: ${(error as Error).message}.`);
  }
  const head = Array.isArray(given) ? { contents: given } : given;
  if (!isRecord(head)) throw new ImportFileError(`${name}: expected a list of contents, or an object with lists.`);
  const { company, defaults = {} } = head;
  const unknown = Object.keys(head).find((field) => !HEAD.has(field));
  if (unknown !== undefined) throw new ImportFileError(`${name}: «${unknown}» is not known.`);
  if (company !== undefined && typeof company !== 'string')
    throw new ImportFileError(`${name}: «company» must be the code of a company.`);
  if (!isRecord(defaults)) throw new ImportFileError(`${name}: «defaults» must be an object.`);
  const rowsOf = (list: List): RawRow[] => {
    const items: unknown = head[list] ?? [];
    if (!Array.isArray(items)) throw new ImportFileError(`${name}: «${list}» must be a list.`);
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

/** Reads a decimal comma as a point. */
const withPoint = ([column, value]: Cell): Cell => [
  column,
  DECIMALS.has(column) ? value.replace(/^([+-]?\d*),(\d+(?:e[+-]?\d+)?)$/i, '$1.$2') : value,
];

/** Excel may declare the separator in a line before all others. It shows no such row, and does not count it. */
const SEPARATOR_LINE = /^"?sep=([;,\t|])"?(?:\r\n?|\n|$)/i;

function delimiterOf(text: string): string {
  const [head = ''] = text.trimStart().split(/[\r\n]/, 1);
  if (head.includes(',')) return ',';
  return [';', '\t'].find((one) => head.includes(one)) ?? ',';
}

/** All records of a CSV, with trimmed cells, including empty records. @throws ImportFileError */
function recordsIn(name: string, text: string, delimiter: string): readonly (readonly string[])[] {
  try {
    const options = { delimiter, relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] };
    return parse(text, options).map((record) => record.map((cell) => cell.trim()));
  } catch (error) {
    if (error instanceof CsvError) throw new ImportFileError(`${name} is not a CSV: ${error.message}.`);
    throw error;
  }
}

const isEmpty = (record: readonly string[]) => record.every((cell) => cell === '');

/** The cells of a row by column name. Spreadsheets omit empty cells at the end. */
function cellsOf(name: string, place: string, columns: readonly string[], record: readonly string[]): readonly Cell[] {
  const nameless = record.find((cell, index) => cell !== '' && !columns[index]);
  if (nameless !== undefined)
    throw new ImportFileError(`${name}: ${place} has «${nameless.slice(0, 50)}» in a column without a name.`);
  return columns.flatMap((column, index): Cell[] => (column === '' ? [] : [[column, record[index] ?? '']]));
}

/** RFC 4180, as spreadsheets write it; with semicolons where the comma is the decimal separator. */
function readCsv(name: string, text: string): RawFile {
  // The decoder removes a byte order mark.
  const source = SEPARATOR_LINE.exec(text);
  const rest = text.slice(source?.[0].length ?? 0);
  const delimiter = source?.[1] ?? delimiterOf(rest);
  // Counted as spreadsheets do: a record is a row, however many lines it has, and so is an empty one.
  const rows = recordsIn(name, rest, delimiter)
    .map((record, index) => ({ place: `row ${index + 1}`, record }))
    .filter(({ record }) => !isEmpty(record));
  const [head, ...others] = rows;
  const columns = head?.record ?? [];
  const twice = columns.find((column, index) => column !== '' && columns.indexOf(column) !== index);
  if (twice !== undefined) throw new ImportFileError(`${name}: the column «${twice}» occurs twice.`);
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
