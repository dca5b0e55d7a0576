/** From an empty machine without demo people to an admin who lets others in: `npm run company`. */
import * as contracts from '@earth/contracts';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '../testing/killed-under-load';
import { bundleServer, cleanUp, makeFolder, ServerProcess } from '../testing/server-process';

/** Each start creates or opens a database, on a machine that may be busy. */
vi.setConfig({ testTimeout: 90_000 });

let folder: string;
let processes: ServerProcess[];

beforeAll(bundleServer);
beforeEach(async () => {
  folder = await makeFolder();
  processes = [];
});
afterEach(() => cleanUp(folder, processes));

function run(program: 'main' | 'cli/company', args: readonly string[] = []): ServerProcess {
  const variables = { DATA_DIR: 'data', DEMO: 'false', PROCESS_VIEWS: 'false' };
  const started = new ServerProcess(folder, variables, args, program);
  processes.push(started);
  return started;
}

async function make(...args: readonly string[]) {
  const making = run('cli/company', args);
  return { code: await making.ended, said: making.output, errors: making.errors };
}

test('an empty machine gets a company, whose admin signs in and invites; a second one is made while the server runs', async () => {
  expect(await make('ACME', 'Acme Pumps', 'Anna@example.com', 'Anna Villa')).toEqual({
    code: 0,
    said: 'Acme Pumps (ACME) is made. Anna Villa signs in with anna@example.com and a code by e-mail, and lets others in.\n',
    errors: '',
  });
  const server = run('main');
  const url = await server.ready();
  const anna = await signIn(server, url, { email: 'anna@example.com', customCode: 'ACME' });
  const companies = await anna.call(contracts.listCompanies, {});
  expect(companies.map(({ code, name, admin }) => [code, name, admin?.name])).toEqual([
    ['ACME', 'Acme Pumps', 'Anna Villa'],
  ]);
  const invited = { email: 'bea@example.com', name: 'Bea', roleUniqueId: contracts.ROLE_IDS.ADMIN };
  expect(await anna.call(contracts.invite, invited)).toMatchObject({ state: 'open' });

  expect(await make('PRESS', 'Presses', 'carla@example.com', 'Carla')).toMatchObject({ code: 0, errors: '' });
  await signIn(server, url, { email: 'carla@example.com', customCode: 'PRESS' });
  expect(await make('ACME', 'Others', 'dario@example.com', 'Dario')).toEqual({
    code: 1,
    said: '',
    errors: 'There is a company with the code ACME.\n',
  });
});
