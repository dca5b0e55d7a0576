/** Entry point: environment → settings → start → signals. */
import { join } from 'node:path';
import { loadCertificate, networkAddresses } from './config/certificate';
import { readEnvironment } from './config/environment';
import { problemOfArguments } from './config/setting-rules.mjs';
import type { Settings } from './config/settings';
import { StartError } from './config/start-error';
import { demoPeopleOf } from './features/operations/demo';
import { areLeadsRead } from './features/discover/leads';
import { createBanner } from './host/banner';
import { type RunningServer, startServer } from './start';

/** Ctrl+C under npm arrives twice; a second one after this time is intended. */
const SECOND_SIGNAL_MS = 2000;

const print = (line: string) => process.stdout.write(`${line}\n`);

// The reader of the output may be gone, e.g. a closed terminal: an exception here would end the process and leave the database
// running.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

function readArguments(given: readonly string[]): { readonly isLan: boolean } {
  const problem = problemOfArguments(given);
  if (problem !== undefined) throw new StartError(problem);
  return { isLan: given.length > 0 };
}

/** With `--lan`: all addresses of this machine, by HTTPS. */
async function forNetwork(settings: Settings) {
  const addresses = networkAddresses();
  const [first] = addresses;
  if (first === undefined) throw new StartError('--lan: this machine is not connected to a network.');
  const https = await loadCertificate(join(settings.dataDir, 'tls'), addresses);
  return { https, host: '0.0.0.0', origin: `https://${first}` };
}

async function start(): Promise<RunningServer> {
  const { isLan } = readArguments(process.argv.slice(2));
  const given = readEnvironment();
  const lan = isLan ? await forNetwork(given) : undefined;
  const origin = lan?.origin ?? `http://${given.host === '0.0.0.0' || given.host === '::' ? 'localhost' : given.host}`;
  const settings = {
    ...given,
    host: lan?.host ?? given.host,
    isMailPageOpen: given.isMailPageOpen && !lan,
    publicUrl: given.publicUrl ?? (given.port === 0 ? undefined : `${origin}:${given.port}`),
  };
  const server = await startServer(settings, {
    notice: print,
    onLost: () => {
      console.error('Another server took over the database while this one was disconnected.');
      process.kill(process.pid, 'SIGTERM');
    },
    onDatabaseGone: (reason) => {
      console.error(reason);
      process.exit(1);
    },
    ...(lan && { https: lan.https }),
  });
  const url = settings.publicUrl ?? `${origin}:${server.port}`;
  const hasMailPage = server.context.outbox && settings.isMailPageOpen;
  const mailUrl = hasMailPage ? `http://localhost:${server.port}/dev/mail` : undefined;
  const demoPeople = await demoPeopleOf(server.context);
  print(
    await createBanner({
      product: server.context.brand.name,
      url,
      isLan,
      isMailShown: server.context.outbox !== undefined,
      mailUrl,
      areLeadsRead: await areLeadsRead(server.context),
      demoPeople,
    }),
  );
  return server;
}

/** A start in progress is finished first, so that nothing is left half done, and no database running. */
function stopOnSignals(starting: Promise<RunningServer>): void {
  let since: number | undefined;
  const stop = async () => {
    if (since !== undefined) {
      if (Date.now() - since > SECOND_SIGNAL_MS) process.exit(1);
      return;
    }
    since = Date.now();
    const server = await starting;
    print('Stopping …');
    await server.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
}

try {
  const starting = start();
  stopOnSignals(starting);
  await starting;
} catch (error) {
  // A defect is printed with its stack; an error that the operator can correct is one line.
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
