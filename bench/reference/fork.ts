/** Starts a reference server in a separate process, which reports its port. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export async function forkServer(file: URL, databaseUrl: string): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(fileURLToPath(file), {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${file.pathname} ended by itself`)));
  const [port] = (await Promise.race([once(child, 'message'), ended])) as [number];
  return { child, port };
}
