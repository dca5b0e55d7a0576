/** Reads people from a CSV text: `docs/operations/directory.md`. */
import {
  email as emailSchema,
  IMPORT_ROWS_MAX,
  type ImportProblem,
  JOB_TITLE_MAX,
  personName,
  type RoleCode,
} from '@earth/contracts';
import { CsvError, parse } from 'csv-parse/sync';

/** A row of the file; a cell that is empty says nothing. */
export interface ReadPerson {
  /** In the file, counted from 1. */
  readonly row: number;
  readonly email: string;
  readonly name?: string;
  readonly role?: RoleCode;
  readonly jobTitle?: string;
  readonly isDisabled?: boolean;
}

export interface WrongRow {
  readonly row: number;
  readonly email: string;
  readonly name: string;
  readonly problem: ImportProblem;
}

export interface ReadFile {
  readonly people: readonly ReadPerson[];
  readonly wrong: readonly WrongRow[];
  readonly ignored: readonly string[];
}

const columns = ['email', 'name', 'firstName', 'lastName', 'role', 'jobTitle', 'active'] as const;
type Column = (typeof columns)[number];

/** Names of columns without case, spaces, hyphens, underscores and accents. */
const COLUMNS = new Map<string, Column>([
  ...columns.map((column) => [column.toLowerCase(), column] as const),
  ['mail', 'email'],
  ['emailaddress', 'email'],
  ['indirizzoemail', 'email'],
  ['fullname', 'name'],
  ['displayname', 'name'],
  ['nomecompleto', 'name'],
  ['givenname', 'firstName'],
  ['nome', 'firstName'],
  ['surname', 'lastName'],
  ['familyname', 'lastName'],
  ['cognome', 'lastName'],
  ['ruolo', 'role'],
  ['title', 'jobTitle'],
  ['mansione', 'jobTitle'],
  ['enabled', 'active'],
  ['attivo', 'active'],
]);

/** The codes, and the words of the screens. */
const ROLES = new Map<string, RoleCode>([
  ['admin', 'ADMIN'],
  ['administrator', 'ADMIN'],
  ['amministratore', 'ADMIN'],
  ['operator', 'OPERATOR'],
  ['operatore', 'OPERATOR'],
  ['assisted', 'ASSISTED'],
  ['fielduser', 'ASSISTED'],
  ['tecnicosulcampo', 'ASSISTED'],
]);

const ACTIVE = new Map([
  ...['true', 'yes', 'y', '1', 'si', 's', 'vero', 'active', 'attivo'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0', 'falso', 'disabled', 'disattivato'].map((word) => [word, false] as const),
]);

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\s_.-]/gu, '')
    .toLowerCase();

/** Spreadsheets run a cell that begins like a formula; exports put an apostrophe before it, which is no part of the text. */
const withoutGuard = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, '').trim();

/** The separator that the first line has most of. */
function delimiterOf(text: string): string {
  const [head = ''] = text.trimStart().split(/[\r\n]/, 1);
  const countOf = (one: string) => head.split(one).length;
  return [',', ';', '\t'].reduce((best, one) => (countOf(one) > countOf(best) ? one : best));
}

/** Excel may declare the separator in a line before all others. It shows no such row, and does not count it. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=([;,\t])"?(?:\r\n?|\n|$)/i;

/** Rows that are read: empty ones count as well, since each costs time and memory. */
const ROWS_READ_MAX = 2 * IMPORT_ROWS_MAX;
const CELLS_MAX = 100;

interface Row {
  readonly row: number;
  readonly cells: readonly string[];
}

/**
 * Rows as spreadsheets count them: a record is one, however many lines it has, and so is an empty one.
 * @returns null if it is no CSV; one row more than are read, if there are more
 */
function rowsOf(text: string): Row[] | null {
  // Half a character. The parser would put another one in its place.
  if (/\p{Cs}/u.test(text)) return null;
  const declared = SEPARATOR_LINE.exec(text);
  const rest = text.slice(declared?.[0].length ?? 0);
  try {
    const records = parse(rest, {
      bom: true,
      delimiter: declared?.[1] ?? delimiterOf(rest),
      max_record_size: 10_000,
      on_record: (record: string[]) => {
        if (record.length > CELLS_MAX) throw new CsvError('CSV_MAX_RECORD_SIZE', 'A row has too many cells');
        return record;
      },
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      to: ROWS_READ_MAX + 1,
    });
    return records.map((record, index) => ({ row: index + 1, cells: record.map(withoutGuard) }));
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

const wholeFile = (row: number, problem: ImportProblem): ReadFile => ({
  people: [],
  wrong: [{ row, email: '', name: '', problem }],
  ignored: [],
});

/** Reads the text; what is wrong is told by row. */
export function readPeople(text: string): ReadFile {
  const rows = rowsOf(text);
  if (!rows) return wholeFile(1, 'notCsv');
  if (rows.length > ROWS_READ_MAX) return wholeFile(ROWS_READ_MAX + 1, 'tooManyRows');
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [head, ...body] = filled;
  if (!head) return wholeFile(1, 'empty');
  const named = head.cells.map((cell) => COLUMNS.get(plain(cell)));
  const known = named.filter((column) => column !== undefined);
  if (new Set(known).size < known.length) return wholeFile(head.row, 'columnTwice');
  if (!known.includes('email')) return wholeFile(head.row, 'noColumns');
  if (body.length === 0) return wholeFile(head.row, 'empty');
  if (body.length > IMPORT_ROWS_MAX) return wholeFile(body[IMPORT_ROWS_MAX]?.row ?? 1, 'tooManyRows');
  const people: ReadPerson[] = [];
  const wrong: WrongRow[] = [];
  const seen = new Set<string>();
  for (const row of body) {
    const person = personOf(row, named);
    if ('problem' in person) wrong.push(person);
    else if (seen.has(person.email))
      wrong.push({ row: row.row, email: person.email, name: person.name ?? '', problem: 'emailTwice' });
    else people.push(person);
    if ('email' in person) seen.add(person.email);
  }
  const ignored = head.cells.filter((cell, index) => cell !== '' && named[index] === undefined);
  return { people, wrong, ignored };
}

const nameOf = (cell: (column: Column) => string) =>
  (cell('name') || `${cell('firstName')} ${cell('lastName')}`).replaceAll(/\s+/g, ' ').trim();

/** A row: a person, or what is wrong with it. */
function personOf({ row, cells }: Row, named: readonly (Column | undefined)[]): ReadPerson | WrongRow {
  const cell = (column: Column) => cells[named.indexOf(column)] ?? '';
  const name = nameOf(cell);
  const address = emailSchema.safeParse(cell('email'));
  const refuse = (problem: ImportProblem): WrongRow => ({
    row,
    email: cell('email').slice(0, 254),
    name: name.slice(0, 120),
    problem,
  });
  if (cells.slice(named.length).some((one) => one !== '')) return refuse('moreCells');
  if (!address.success) return refuse('email');
  if (name !== '' && !personName.safeParse(name).success) return refuse('name');
  const jobTitle = cell('jobTitle');
  if (jobTitle.length > JOB_TITLE_MAX || /[\p{Cc}\u2028\u2029]/u.test(jobTitle)) return refuse('jobTitle');
  const role = ROLES.get(plain(cell('role')));
  if (cell('role') !== '' && !role) return refuse('role');
  const isActive = ACTIVE.get(plain(cell('active')));
  if (cell('active') !== '' && isActive === undefined) return refuse('active');
  return {
    row,
    email: address.data,
    ...(name !== '' && { name }),
    ...(role && { role }),
    ...(jobTitle !== '' && { jobTitle }),
    ...(isActive !== undefined && { isDisabled: !isActive }),
  };
}
