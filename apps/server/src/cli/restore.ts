/** `npm run restore -- FILE [--without-keys]`: a backup into an empty database and DATA_DIR. The server is stopped. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../backup/restore';
import { readBackupPassphrase, readEnvironment } from '../config/environment';
import { StartError } from '../config/start-error';
import { withData } from '../start';

const USAGE = 'npm run restore -- FILE [--without-keys], as docs/operations/backup.md tells.';
const SHOWN = 10;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { 'without-keys': { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [path] = positionals;
    if (path !== undefined && positionals.length === 1) return { path, hasKeys: !values['without-keys'] };
  } catch {
    // Unknown options are reported below.
  }
  throw new StartError(USAGE);
}

async function restore(): Promise<void> {
  const { path, hasKeys } = readArguments();
  const settings = readEnvironment();
  const passphrase = hasKeys ? (readBackupPassphrase() ?? null) : null;
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const { madeAt, tables, files, keys, missing } = await withData(
    settings,
    { notice: print, allowsServer: false },
    (data) => restoreBackup(path, { ...data, keyFolder: join(settings.dataDir, 'keys') }, { passphrase, hasKeys }),
  );
  print(`Restored the backup of ${madeAt}: ${tables} tables, ${files} files, ${keys} keys. Now start the server.`);
  if (missing.length > 0)
    throw new StartError(
      `${missing.length} files of the backup are not in the store of the files, such as ${missing.slice(0, SHOWN).join(', ')}.`,
    );
}

try {
  await restore();
} catch (error) {
  // Errors of the operator are printed as a line; a defect of ours with its stack.
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
