/** A company of 1,000 or 10,000 people who are online, on one server and on three: see README.md. */
import { gatherCrowd } from '../crowd/crowd';
import { type Figure, quantileOf } from '../figures';
import { ACTIONS, type Company, employ, type Times } from './activity';
import { startInstallation, type Part } from './servers';

const SIZES = [1_000, 10_000];
const SERVERS = [1, 3];
const SECONDS = 20;
/** Each step doubles what people do, until a message takes too long. */
const STEP_SECONDS = 8;
const TIMES_MAX = 256;
const LIMIT_MS = 200;

const NAMES = { message: 'message', call: 'ring', page: 'page of contents', reconnect: 'back online' } as const;
const PARTS: readonly Part[] = ['servers', 'database', 'redis'];

const isSustained = (times: Times) => ACTIONS.every((action) => quantileOf(times[action], 0.99) <= LIMIT_MS);

/** How many times as much the installation sustains, by doubling. */
async function sustained(company: Company): Promise<number> {
  let most = 0;
  for (let times = 1; times <= TIMES_MAX; times *= 2) {
    if (!isSustained(await company.act(times, STEP_SECONDS))) break;
    most = times;
  }
  return most;
}

async function measure(people: number, servers: number): Promise<readonly Figure[]> {
  const installation = await startInstallation(servers);
  const open: { close(): void }[] = [];
  try {
    const crowd = await gatherCrowd(installation, people);
    open.push(crowd);
    const company = await employ(crowd);
    open.push(company);
    const name = `${people.toLocaleString('en')} people, ${servers === 1 ? 'one server' : `${servers} servers`}`;
    const before = await installation.use();
    const times = await company.act(1, SECONDS);
    const after = await installation.use();
    const used = PARTS.filter((part) => after[part].memory > 0);
    return [
      ...ACTIONS.flatMap((action) =>
        [0.5, 0.99].map(
          (quantile): Figure => ({
            what: `${name}: ${NAMES[action]}, p${quantile * 100}`,
            values: times[action],
            quantile,
            unit: 'ms',
          }),
        ),
      ),
      ...used.flatMap((part): Figure[] => [
        {
          what: `${name}: ${part}, of a core`,
          values: [(100 * (after[part].seconds - before[part].seconds)) / SECONDS],
          unit: '%',
        },
        { what: `${name}: ${part}, memory`, values: [after[part].memory], unit: 'MB' },
      ]),
      { what: `${name}: as much of it with p99 up to ${LIMIT_MS} ms`, values: [await sustained(company)], unit: '×' },
    ];
  } finally {
    for (const one of open) one.close();
    await installation.close();
  }
}

export async function measureCompany(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const people of SIZES) for (const servers of SERVERS) figures.push(...(await measure(people, servers)));
  return figures;
}
