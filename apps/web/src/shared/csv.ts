/** Tables for spreadsheets. */

type Cell = string | number;

/** What a spreadsheet would take for a formula is text to it. */
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const cellOf = (cell: Cell) => (typeof cell === 'number' ? String(cell) : `"${harmless(cell).replaceAll('"', '""')}"`);

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;
