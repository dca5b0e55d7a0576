/** `npm run change-master-key`: seals everything that is sealed under MASTER_KEY under a new one. The server is stopped. */
import { readEnvironment, readNewMasterKey } from '../config/environment';
import { beginKeyChange } from '../config/next-master-key';
import { createSeals } from '../config/secrets';
import { StartError } from '../config/start-error';
import { readProof, resealAll } from '../db/reseal';
import { withData } from '../start';

async function changeMasterKey(): Promise<void> {
  if (process.argv.length > 2)
    throw new StartError('npm run change-master-key, as docs/operations/backup.md tells. It has no options.');
  const settings = readEnvironment();
  const given = readNewMasterKey();
  const print = (line: string) => process.stdout.write(`${line}\n`);
  await withData(settings, { notice: print, allowsServer: false }, async ({ connectionString }) => {
    const change = await beginKeyChange(settings, given, await readProof(connectionString));
    if (change.notice) print(change.notice);
    const { isChanged, rows, invitations } = await resealAll(connectionString, {
      from: await createSeals(change.from),
      to: await createSeals(change.to),
      now: new Date(),
      onProgress: ({ column, done, of }) => print(`${column}: ${done} of ${of} …`),
    });
    print(
      isChanged
        ? `${rows} rows are sealed under the new master key, and nothing under the former one.`
        : 'Everything is sealed under the new master key already.',
    );
    if (invitations > 0)
      print(`The codes of ${invitations} open invitations are no longer valid: whoever invited sends them again.`);
    print(await change.finish(new Date()));
  });
}

try {
  await changeMasterKey();
} catch (error) {
  // Errors of the operator are printed as a line; a defect of ours with its stack.
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
