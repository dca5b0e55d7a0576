/** The import as operators run it: a process of its own, while the server runs and when it does not. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { bundleServer, cleanUp, databaseProcess, makeFolder, ServerProcess } from '../testing/server-process';

/** Each start creates or opens a database, on a machine that may be busy. */
vi.setConfig({ testTimeout: 90_000 });

const API_KEY = 'the-key-of-this-test';
let folder: string;
let processes: ServerProcess[];

beforeAll(bundleServer);
beforeEach(async () => {
  folder = await makeFolder();
  processes = [];
});
afterEach(() => cleanUp(folder, processes));

function run(program: 'main' | 'cli/import-contents', args: readonly string[] = []): ServerProcess {
  const started = new ServerProcess(folder, { DATA_DIR: 'data', API_KEY }, args, program);
  processes.push(started);
  return started;
}

async function titles(url: string): Promise<string[]> {
  const response = await fetch(`${url}/api/infocontents?query=from+a+table`, {
    headers: { 'x-api-key': API_KEY, 'x-device-id': 'device-of-this-test', 'x-timestamp': new Date().toISOString() },
  });
  const { data } = (await response.json()) as { data: { items: { content: { title: string } }[] } };
  return data.items.map(({ content }) => content.title);
}

test('a running server shows an import at once; without a server it works too, and stops the database', async () => {
  const table = join(folder, 'vases.csv');
  await writeFile(table, 'key,title_en,visibility\nvase,Vase from a table,public\n');
  const server = run('main');
  const url = await server.ready();
  expect(await titles(url)).toEqual([]);

  const first = run('cli/import-contents', [table, '--company', 'DEMO']);
  expect([await first.ended, first.errors]).toEqual([0, '']);
  expect(first.output).toContain('Contents: 1 new, 0 changed, 0 as they were.');
  expect(await titles(url)).toEqual(['Vase from a table']);

  await writeFile(table, 'key,title_en,email\nvase,Vase,\ncup,Cup,nobody\n');
  const wrong = run('cli/import-contents', [table, '--company', 'DEMO']);
  expect(await wrong.ended).toBe(1);
  expect(wrong.errors).toBe('row 3, email: Email format not valid\n\nNothing was stored. Wrong: 1.\n');
  expect(await titles(url)).toEqual(['Vase from a table']);

  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  await writeFile(table, 'key,title_en,visibility\nvase,Vase from a table,public\ncup,Cup from a table,public\n');
  const alone = run('cli/import-contents', [table, '--company', 'DEMO']);
  expect([await alone.ended, alone.errors]).toEqual([0, '']);
  expect(alone.output).toContain('Contents: 1 new, 0 changed, 1 as they were.');
  expect(await databaseProcess(join(folder, 'data'))).toBeNull();
});

test.each([[[]], [['a.csv', 'b.csv']], [['a.csv', '--lang', 'it']]])(
  '%j is answered with how it is used',
  async (args) => {
    const wrong = run('cli/import-contents', args);
    expect(await wrong.ended).toBe(1);
    expect(wrong.errors).toMatch(/^npm run import -- FILE \[--company CODE\]/);
  },
);
