/** `npm run backup -- FILE [--without-keys] [--list-files]`: a backup of the server's data, while it runs or not. */
import { constants, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { writeBackup } from '../backup/backup';
import { PASSPHRASE_MIN } from '../backup/sealed-keys';
import { readBackupPassphrase, readEnvironment } from '../config/environment';
import { keyFolderOf } from '../config/secrets';
import { StartError } from '../config/start-error';
import { recordBackup } from '../db/last-backup';
import { withData } from '../start';

const USAGE = 'npm run backup -- FILE [--without-keys] [--list-files], as docs/operations/backup.md tells.';

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        'without-keys': { type: 'boolean', default: false },
        'list-files': { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const [path] = positionals;
    if (path !== undefined && positionals.length === 1)
      return { path, hasKeys: !values['without-keys'], isListOnly: values['list-files'] };
  } catch {
    // Unknown options are reported below.
  }
  throw new StartError(USAGE);
}

function passphraseOf(hasKeys: boolean): string | null {
  if (!hasKeys) return null;
  const passphrase = readBackupPassphrase() ?? '';
  if (passphrase.length < PASSPHRASE_MIN)
    throw new StartError(
      `Set BACKUP_PASSPHRASE to at least ${PASSPHRASE_MIN} characters, which seal the keys in the backup, or leave the keys out with --without-keys.`,
    );
  return passphrase;
}

async function backUp(): Promise<void> {
  const { path, hasKeys, isListOnly } = readArguments();
  const settings = readEnvironment();
  const passphrase = passphraseOf(hasKeys);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const now = new Date();
  const made = await withData(settings, { notice: print, allowsServer: true }, async (data) => {
    const place = { ...data, keyFolder: keyFolderOf(settings), masterKey: settings.masterKey };
    const summary = await writeBackup(path, place, { passphrase, isListOnly, now });
    // The backup is complete, also if the page of the server's state does not learn of it.
    await recordBackup(data.connectionString, now).catch((error: Error) =>
      process.stderr.write(`The time of the backup could not be stored: ${error.message}\n`),
    );
    return summary;
  });
  const files = `${made.files} files (${(made.fileBytes / 1_000_000).toFixed(1)} MB)${isListOnly ? ', listed only' : ''}`;
  print(`${path}: ${made.tables} tables, ${files}, ${made.keys} keys.`);
}

// The server goes first, if it runs on the same machine.
setPriority(constants.priority.PRIORITY_LOW);
try {
  await backUp();
} catch (error) {
  // Errors of the operator are printed as a line; a defect of ours with its stack.
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
