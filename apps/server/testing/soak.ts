/** What `npm run soak` runs: kill tests, with a line for each, and the number of successes. */
import { describeKilling, killUnderLoad, type Killing, makeTemplate } from './killed-under-load';
import { bundleServer, cleanUp } from './server-process';

const [runs = 50, firstSeed = 1] = process.argv.slice(2).map(Number);

const print = (line: string) => process.stdout.write(`${line}\n`);

/** The server each time, every other time with its database; after every fifth the database alone. */
const killings = Array.from({ length: runs }, (_, at) => firstSeed + at).flatMap((seed): Killing[] => [
  { seed, killed: seed % 2 === 0 ? 'both' : 'server' },
  ...(seed % 5 === 0 ? [{ seed, killed: 'database' } as const] : []),
]);

await bundleServer();
const template = await makeTemplate();
const totals = { answered: 0, unanswered: 0, kept: 0, failed: 0 };
for (const killing of killings) {
  try {
    const result = await killUnderLoad(template, killing);
    totals.answered += result.answered;
    totals.unanswered += result.unanswered;
    totals.kept += result.kept;
    print(describeKilling(killing, result));
  } catch (error) {
    totals.failed += 1;
    print(
      `seed ${killing.seed}, killed: ${killing.killed}: FAILED ${error instanceof Error ? error.stack : String(error)}`,
    );
  }
}
await cleanUp(template, []);
print(
  `\n${killings.length - totals.failed} of ${killings.length} runs lost nothing and doubled nothing: ${totals.answered} ` +
    `answered messages, ${totals.unanswered} unanswered, of which ${totals.kept} were there when they were sent again.`,
);
process.exitCode = totals.failed > 0 ? 1 : 0;
