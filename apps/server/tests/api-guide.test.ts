/** The guide of the API: its examples run as they stand, and a visitor sees what they made. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as contracts from '@earth/contracts';
import { afterAll, expect, test } from 'vitest';
import { addPerson } from '../testing/crowd';
import { photograph } from '../testing/media';
import { startTestServer } from '../testing/start-test-server';

const GUIDE = join(import.meta.dirname, '../../../docs/guides/api.md');

const run = promisify(execFile);
const server = await startTestServer();
const folder = await mkdtemp(join(tmpdir(), 'earth-guide-'));
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

interface Answered {
  readonly result: { readonly success: boolean; readonly code: number };
  readonly data: { readonly content?: contracts.Content } | null;
}

/** The examples, without the one that sets the address and the token. */
async function examples(): Promise<string[]> {
  const guide = await readFile(GUIDE, 'utf8');
  return [...guide.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block).slice(1);
}

test('every example runs, and a visitor sees the content with its picture while it is there', async () => {
  const paolo = await addPerson(server, { role: 'ADMIN' });
  const scopes = [...contracts.tokenScopes];
  const { token } = await paolo.call(contracts.createToken, { name: 'Guide', scopes, days: 30 });
  await writeFile(join(folder, 'picture.jpg'), await photograph());
  const variables: Record<string, string> = { PATH: process.env.PATH ?? '', EARTH: server.url, TOKEN: token };
  const titles = new Set<string>();
  const all = await examples();
  expect(all).toHaveLength(7);
  for (const example of all) {
    const { stdout } = await run('bash', ['-c', example], { cwd: folder, env: variables });
    const answers = stdout.split(/(?<=\})(?=\{"result")/).map((text) => JSON.parse(text) as Answered);
    expect({ example, answers }).toMatchObject({ answers: answers.map(() => ({ result: { success: true } })) });
    expect(answers).toHaveLength(example.split('curl ').length - 1);
    const made = answers[0]?.data?.content;
    if (made) variables.ID = String(made.id);
    const visited = await server
      .visitor()
      .call(contracts.getContent, { contentId: Number(variables.ID) })
      .catch(() => null);
    titles.add(visited?.content.title ?? 'gone');
    if (!visited) continue;
    const picture = await fetch(new URL(visited.content.imageUrl ?? '', server.url));
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
  }
  expect([...titles]).toEqual(['The old mill', 'The mill', 'gone']);
});

test('the errors that the guide explains are those of the contract', async () => {
  const guide = await readFile(GUIDE, 'utf8');
  const rows = [...guide.matchAll(/^\| (\d{3}) (`[^|]+) \|/gm)];
  expect(rows).toHaveLength(5);
  for (const [, code, names = ''] of rows)
    for (const [, name = ''] of names.matchAll(/`(\w+)`/g))
      expect([name, contracts.isErrorName(name) && contracts.codeOf(name)]).toEqual([name, Number(code)]);
});
