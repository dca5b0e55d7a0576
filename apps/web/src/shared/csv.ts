/** CSV export. */

type Cell = string | number;

/** Prevents formula injection: prefixes text that a spreadsheet would run as a formula. */
const escapeFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const cellOf = (cell: Cell) =>
  typeof cell === 'number' ? String(cell) : `"${escapeFormula(cell).replaceAll('"', '""')}"`;

/** RFC 4180, with a byte order mark so that spreadsheets recognize UTF-8. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;
