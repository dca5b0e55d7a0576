/** What `npm run soak` runs: a line for each time that the server is killed under load, and how many of them went well. */
import { describeKilling, killUnderLoad, makeTemplate } from './killed-under-load';
import { bundleServer, cleanUp } from './server-process';

const [runs = 50, firstSeed = 1] = process.argv.slice(2).map(Number);

const say = (line: string) => process.stdout.write(`${line}\n`);

await bundleServer();
const template = await makeTemplate();
const totals = { answered: 0, unanswered: 0, kept: 0, failed: 0 };
for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
  const killing = { seed, withDatabase: seed % 2 === 0 };
  try {
    const result = await killUnderLoad(template, killing);
    totals.answered += result.answered;
    totals.unanswered += result.unanswered;
    totals.kept += result.kept;
    say(describeKilling(killing, result));
  } catch (error) {
    totals.failed += 1;
    say(`seed ${seed}: FAILED ${error instanceof Error ? error.stack : String(error)}`);
  }
}
await cleanUp(template, []);
say(
  `\n${runs - totals.failed} of ${runs} runs lost nothing and doubled nothing: ${totals.answered} answered messages, ` +
    `${totals.unanswered} unanswered, of which ${totals.kept} were there when they were sent again.`,
);
process.exitCode = totals.failed > 0 ? 1 : 0;
