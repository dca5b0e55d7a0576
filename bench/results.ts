/** The results of the benches: `results.json` holds the last run of each, `results.md` is the page made from it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { formatValue, type Summary } from './figures';

/** The last run of a bench. */
export interface Run {
  readonly title: string;
  /** ISO 8601. */
  readonly date: string;
  /** Processor, cores, memory and Node.js. */
  readonly machine: string;
  /** Average number of busy processes in the minute before the run: above 1 another load disturbs the figures. */
  readonly load: number;
  readonly figures: readonly Summary[];
}

/** By the name of the bench. */
export type Results = Readonly<Record<string, Run>>;

const RESULTS = new URL('results.json', import.meta.url);
const PAGE = new URL('results.md', import.meta.url);

export function describeMachine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, ${gigabytes} GB, Node.js ${process.versions.node}`;
}

/** To be read before a bench starts: afterwards it is the load of the bench itself. */
export const loadNow = (): number => Number((loadavg()[0] ?? 0).toFixed(1));

export const readResults = (): Results => JSON.parse(readFileSync(RESULTS, 'utf8')) as Results;

/** Replaces the last run of a bench, and renders the page. */
export function storeRun(name: string, run: Run): void {
  const results = { ...readResults(), [name]: run };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(PAGE, renderResults(results));
}

function row({ what, unit, value, min, max, count, goal, isMet }: Summary): string {
  const range = count === 1 ? '' : `${formatValue(min)} to ${formatValue(max)} (n = ${count})`;
  const verdict = goal === undefined ? '' : `${goal} ${unit}: ${isMet ? 'met' : '**missed**'}`;
  return `| ${what} | ${formatValue(value)} ${unit} | ${range} | ${verdict} |`;
}

function section(name: string, { title, date, machine, load, figures }: Run): string {
  return [
    `## ${name}`,
    '',
    `${title}. ${date.slice(0, 10)}, ${machine}; load before the run ${load}.`,
    '',
    '| figure | value | range | goal |',
    '|---|---|---|---|',
    ...figures.map(row),
    '',
  ].join('\n');
}

/** The page as Markdown. */
export function renderResults(results: Results): string {
  const head = `# Results of the benches

Written by \`npm run bench\` from \`results.json\`; do not edit. A value is the median, or the quantile that its name states.
[README.md](README.md) describes how each figure is measured.
`;
  const sections = Object.entries(results)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, run]) => section(name, run));
  return [head, ...sections].join('\n');
}
