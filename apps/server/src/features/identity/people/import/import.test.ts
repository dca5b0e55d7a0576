/** People from a CSV text. */
import * as contracts from '@earth/contracts';
import { expect, test } from 'vitest';
import { setUpDirectories } from '../../../../../testing/directory-world';
import { isPush } from '../../../../../testing/frames';
import { addPerson } from '../../../../../testing/crowd';
import { addDirectory } from '../../../../../testing/scim';
import { codeFor, refusal, type SignedInClient } from '../../../../../testing/start-test-server';

const world = setUpDirectories();

const send = (csv: string, plan?: string, who: Pick<SignedInClient, 'call'> = world.admin) =>
  who.call(contracts.importPeople, { csv, plan });
/** What would be done, then done. */
const run = async (csv: string) => send(csv, (await send(csv)).plan);
const list = async () =>
  (await world.admin.call(contracts.listPeople, { sort: 'name', pageSize: 100 })).items.filter(({ isYou }) => !isYou);
const countsOf = ({ added, changed, unchanged, wrong, isDone }: contracts.PeopleImport) => ({
  added,
  changed,
  unchanged,
  wrong,
  isDone,
});
const HEAD = 'email,first_name,last_name,role,job_title,active';
const nobody = { added: 0, changed: 0, unchanged: 0, wrong: 0 };

test('only admins import, into their company', async () => {
  const { admin: elena } = await addDirectory(world.server);
  const csv = `${HEAD}\nada@pump.example,Ada,Monti,operator,,`;
  await expect(send(csv, undefined, world.server.visitor())).rejects.toEqual(refusal('notSignedIn'));
  const operator = await addPerson(world.server, { companyCode: world.companyCode });
  await expect(send(csv, undefined, operator)).rejects.toEqual(refusal('notAllowed'));
  expect((await world.admin.raw('/api/back-office/people?import', { method: 'POST' })).status).toBe(400);
  await run(csv);
  // The same address is an account of its own in the other company.
  expect(await send(csv, undefined, elena)).toMatchObject({ added: 1, changed: 0 });
});

test('a preview changes nothing; then all is done, and a second time nothing', async () => {
  const csv = `${HEAD}\nAda@Pump.example,Ada,Monti,operator,Fitter,\nugo@pump.example,Ugo,Sarti,,,no\n`;
  const preview = await send(csv);
  expect(preview).toMatchObject({ ...nobody, added: 2, isDone: false, ignored: [] });
  expect(preview.rows).toEqual([
    { row: 2, email: 'ada@pump.example', name: 'Ada Monti', outcome: 'added', problem: null, changes: [] },
    { row: 3, email: 'ugo@pump.example', name: 'Ugo Sarti', outcome: 'added', problem: null, changes: [] },
  ]);
  expect(await list()).toEqual([]);
  expect(countsOf(await send(csv, preview.plan))).toEqual({ ...nobody, added: 2, isDone: true });
  expect(await list()).toMatchObject([
    { name: 'Ada Monti', email: 'ada@pump.example', role: 'OPERATOR', jobTitle: 'Fitter', isDisabled: false },
    { name: 'Ugo Sarti', email: 'ugo@pump.example', role: 'ASSISTED', jobTitle: null, isDisabled: true },
  ]);
  expect(await send(csv)).toMatchObject({ ...nobody, unchanged: 2, rows: [] });
  const { items } = await world.admin.call(contracts.listChanges, {});
  expect(items.map(({ action, title }) => [action, title])).toEqual(
    expect.arrayContaining([
      ['personAdded', 'Ada Monti'],
      ['personAdded', 'Ugo Sarti'],
    ]),
  );
  const ada = await (await codeFor(world.server, 'ada@pump.example', world.companyCode))();
  await expect(ada.call(contracts.getProfile, {})).resolves.toMatchObject({ name: 'Ada Monti', companyRole: 'Fitter' });
});

test('people are changed, disabled at once and enabled; an empty cell changes nothing', async () => {
  await run(`${HEAD}\nada@pump.example,Ada,Monti,operator,Fitter,\nugo@pump.example,Ugo,Sarti,,,no`);
  const ada = await (await codeFor(world.server, 'ada@pump.example', world.companyCode))();
  const socket = await ada.socket();
  const csv =
    'e-mail;cognome;nome;ruolo;attivo\nada@pump.example;;;;NO\nugo@pump.example;Sarti;Ugo Maria;Amministratore;sì\n';
  const preview = await send(csv);
  expect(preview.rows.map(({ row, changes }) => [row, changes])).toEqual([
    [2, ['active']],
    [3, ['name', 'role', 'active']],
  ]);
  await send(csv, preview.plan);
  await socket.next(isPush('SessionEnded'));
  expect(await socket.closed).toBe(4401);
  await expect(ada.call(contracts.getProfile, {})).rejects.toEqual(refusal('sessionEnded'));
  expect(await list()).toMatchObject([
    { name: 'Ada Monti', role: 'OPERATOR', jobTitle: 'Fitter', isDisabled: true },
    { name: 'Ugo Maria Sarti', role: 'ADMIN', isDisabled: false },
  ]);
  const { items } = await world.admin.call(contracts.listChanges, {});
  expect(
    items
      .slice(0, 4)
      .map(({ action, title }) => `${action} ${title}`)
      .toSorted(),
  ).toEqual([
    'disabled Ada Monti',
    'enabled Ugo Maria Sarti',
    'personChanged Ugo Maria Sarti',
    'roleChanged Ugo Maria Sarti',
  ]);
});

test('one wrong row, and nothing is done; each is told with its number', async () => {
  const csv = [
    HEAD,
    'good@pump.example,Ada,"Monti\nde Luca",,,',
    'good@pump.example,"Ada ""la""",Monti,,,',
    'none,Ada,Monti,,,',
    '',
    'b@pump.example,,,,,',
    'c@pump.example,Ada,Monti,owner,,',
    'd@pump.example,Ada,Monti,,,perhaps',
    `e@pump.example,Ada,Monti,,${'x'.repeat(121)},`,
    `f@pump.example,${'x'.repeat(121)},,,,`,
    'g@pump.example,Ada,Monti,,,,more',
    `${world.admin.contactId}@crowd.example,,,operator,,`,
    'GOOD@pump.example,Ada,Monti,,,',
    'h@pump.example,Ada,,,a\u0001b,',
  ].join('\r\n');
  const preview = await send(csv);
  expect(preview.rows.map(({ row, problem }) => [row, problem])).toEqual([
    [3, 'emailTwice'],
    [4, 'email'],
    [6, 'name'],
    [7, 'role'],
    [8, 'active'],
    [9, 'jobTitle'],
    [10, 'name'],
    [11, 'moreCells'],
    [12, 'yourself'],
    [13, 'emailTwice'],
    [14, 'jobTitle'],
    [2, null],
  ]);
  await expect(send(csv, preview.plan)).rejects.toEqual(refusal('conflict'));
  expect(await list()).toEqual([]);
});

test.each([
  ['nothing', '', 'empty'],
  ['a head alone', HEAD, 'empty'],
  ['no column of addresses', 'name,role\nAda,admin', 'noColumns'],
  ['a column twice', 'email,mail\na@b.example,a@b.example', 'columnTwice'],
  ['an open quote', `${HEAD}\n"a@b.example,Ada`, 'notCsv'],
  ['a cell without an end', `${HEAD}\n${'x'.repeat(20_000)}`, 'notCsv'],
  ['too many cells in a row', `email${','.repeat(9_000)}\na@b.example`, 'notCsv'],
  ['too many lines', `email\n${'a@b.example\n'.repeat(contracts.IMPORT_ROWS_MAX + 1)}`, 'tooManyRows'],
])('a file with %s is told as a whole', async (_, csv, problem) => {
  expect(await send(csv)).toMatchObject({ wrong: 1, rows: [{ problem }] });
});

test.each([
  ['commas', 'email,name\nada@pump.example,"Monti, Ada"'],
  ['semicolons and Windows lines', 'email;name\r\nada@pump.example;Monti, Ada\r\n'],
  ['tabs and a byte order mark', '\uFEFFemail\tname\nada@pump.example\tMonti, Ada\n'],
  ['old line ends', 'Email;Full name\rada@pump.example;Monti, Ada\r'],
  ['a declared separator', 'sep=;\r\nemail;name\r\nada@pump.example;"Monti, Ada"'],
])('reads %s', async (_, csv) => {
  expect((await send(csv)).rows).toMatchObject([{ email: 'ada@pump.example', name: 'Monti, Ada' }]);
});

test('an apostrophe that an export puts before a formula is no part of a name', async () => {
  expect((await send("email,name\nada@pump.example,'=Ada")).rows).toMatchObject([{ name: '=Ada' }]);
  expect((await send("email,name\nada@pump.example,'Ndrangheta")).rows).toMatchObject([{ name: "'Ndrangheta" }]);
});

test('columns that are not read are named', async () => {
  expect((await send('email,name,language,Department\nada@pump.example,Ada,it,Sales')).ignored).toEqual([
    'language',
    'Department',
  ]);
});

test('what is no longer so is not done', async () => {
  const csv = `${HEAD}\nada@pump.example,Ada,Monti,operator,,`;
  const { plan } = await send(csv);
  await run(`${HEAD}\nada@pump.example,Ada,Monti,,,`);
  await expect(send(csv, plan)).rejects.toEqual(refusal('conflict'));
  await expect(send(csv, 'other')).rejects.toEqual(refusal('conflict'));
  expect(await list()).toMatchObject([{ role: 'ASSISTED' }]);
});

test('of people whom a directory provides only what it leaves open is changed', async () => {
  await world.directory.create({ userName: 'ada@pump.example', displayName: 'Ada Monti', title: 'Fitter' });
  await world.directory.create({
    userName: 'ugo@pump.example',
    displayName: 'Ugo Sarti',
    roles: [{ value: 'OPERATOR' }],
    active: false,
  });
  const problemsOf = async (line: string) =>
    (await send(`${HEAD}\n${line}`)).rows.map(({ problem, outcome }) => problem ?? outcome);
  expect(await problemsOf('ada@pump.example,Ada,Rossi,,,')).toEqual(['fromDirectory']);
  expect(await problemsOf('ada@pump.example,,,,Head,')).toEqual(['fromDirectory']);
  expect(await problemsOf('ugo@pump.example,,,admin,,')).toEqual(['fromDirectory']);
  expect(await problemsOf('ugo@pump.example,,,,,yes')).toEqual(['fromDirectory']);
  expect(await problemsOf('ada@pump.example,Ada,Monti,operator,Fitter,no')).toEqual(['changed']);
});

test('ten thousand people are added in one go, and then found unchanged', async () => {
  const lines = Array.from(
    { length: contracts.IMPORT_ROWS_MAX },
    (_, index) => `p${index}@pump.example,Person ${index},operator`,
  );
  const csv = ['email,name,role', ...lines].join('\n');
  expect(countsOf(await run(csv))).toEqual({ ...nobody, added: contracts.IMPORT_ROWS_MAX, isDone: true });
  const again = await send(csv.replaceAll('operator', 'assisted'));
  expect(again).toMatchObject({ ...nobody, changed: contracts.IMPORT_ROWS_MAX });
  expect(again.rows).toHaveLength(contracts.IMPORT_SHOWN_MAX);
  expect(countsOf(await send(csv.replaceAll('operator', 'assisted'), again.plan))).toMatchObject({ isDone: true });
  const more = ['email,name', ...lines.map((_, index) => `q${index}@pump.example,Person ${index}`)].join('\n');
  const refused = await send(more);
  expect([refused.wrong, refused.rows[0]?.problem]).toEqual([1, 'tooManyPeople']);
});
