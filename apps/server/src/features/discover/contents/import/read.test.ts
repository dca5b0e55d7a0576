/** Imported files, read and validated without a server. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolderReader } from './folder-reader';
import { checkFile } from './check';
import { readImportFile } from './read';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earth-import-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function read(name: string, text: string | Buffer) {
  const path = join(folder, name);
  await writeFile(path, text);
  return await readImportFile(path);
}
const check = async (name: string, text: string) => checkFile(await read(name, text));

test('a CSV has quotes, line breaks and accents in its cells, and its rows are counted as in a spreadsheet', async () => {
  const { contents, problems } = await check(
    'pieces.csv',
    '\uFEFFkey,title_en,title_it,descr_en,price,lat,long,related\r\n' +
      'vase,"Vase, ""small""",Vaso,"Line one\nline two",12.5,44.7,10.63,"cup, jug"\r\n' +
      '\r\n' +
      'cup,Cup,Tazza – più,,,,,\r\n',
  );
  expect(problems).toEqual([]);
  expect(contents.map(({ place }) => place)).toEqual(['row 2', 'row 4']);
  const [vase, cup] = contents;
  expect(vase?.body).toMatchObject({
    key: 'vase',
    related: ['cup', 'jug'],
    common: { price: 12.5, lat: 44.7, long: 10.63 },
    texts: { en: { title: 'Vase, "small"', descr: 'Line one\nline two' }, it: { title: 'Vaso' } },
  });
  // An empty cell removes an optional value, and is ignored otherwise.
  expect(cup?.body).toMatchObject({
    related: null,
    common: { lat: null, long: null },
    texts: { it: { title: 'Tazza – più' } },
  });
  expect(cup?.body.common.price).toBeUndefined();
});

test.each(['//evil.example', 'https://evil.example', 'vases', '/vases?x=1'])(
  'the address of a category is one in the app: %s is not',
  async (code) => {
    const categories = [{ key: 'vases', title_en: 'Vases', code }];
    const { problems } = await check('town.json', JSON.stringify({ categories, contents: [] }));
    expect(problems.map(({ place, field }) => `${place}, ${field}`)).toEqual(['category 1, code']);
  },
);

test('reads a CSV with semicolons, as spreadsheets write it with a decimal comma', async () => {
  const { contents, problems } = await check('pieces.csv', 'key;title_it\nvaso;Vaso, piccolo\n');
  expect(problems).toEqual([]);
  expect(contents[0]?.body.texts.it.title).toBe('Vaso, piccolo');
});

const problemLines = ({ problems }: Awaited<ReturnType<typeof check>>) =>
  problems.map(({ place, field, message }) => `${place}, ${field}: ${message}`);

test.each([
  ['a line that declares the separator', 'sep=;\r\nkey;title_en;price\r\nvase;Vase, small;8,5\r\n', 'row 2'],
  ['the same behind a mark, in quotes', '\uFEFF"sep=,"\nkey,title_en,price\nvase,"Vase, small",8.5\n', 'row 2'],
  ['tabs', 'key\ttitle_en\tprice\nvase\tVase, small\t8,5\n', 'row 2'],
  ['columns without a name and without cells', 'key;;title_en;price;;\r\nvase;;Vase, small;8,5;;\r\n', 'row 2'],
  ['rows of separators', ';;\r\nkey;title_en;price\r\n;;\r\nvase;Vase, small;8,5\r\n;;\r\n ; ;\r\n', 'row 4'],
  ['rows without their last cells', 'key;title_en;price;tag;email\r\nvase;Vase, small;8,5\r\n', 'row 2'],
  ['spaces around cells', 'key ; title_en; price\r\nvase ;Vase, small ; 8,5 \r\n', 'row 2'],
  ['spaces that do not break', 'key;title_en;price\nvase;Vase, small;\u00a08,5\u00a0\n', 'row 2'],
  [
    'lines within cells, and line ends of a Mac',
    'key;title_en;descr_en;price\r"cup";Cup;"One\rtwo";1\r\rvase;Vase, small;;8,5\r',
    'row 4',
  ],
])('reads a CSV as spreadsheets write it: %s', async (_, text, place) => {
  const read = await check('pieces.csv', text);
  expect(problemLines(read)).toEqual([]);
  const row = read.contents.at(-1);
  expect([row?.place, row?.body]).toMatchObject([
    place,
    { key: 'vase', common: { price: 8.5 }, texts: { en: { title: 'Vase, small' } } },
  ]);
});

test('reports a cell in a column without a name', async () => {
  const text = 'key;title_en\r\nvase;Vase\r\n\r\ncup;Cup;8,5\r\n';
  await expect(read('pieces.csv', text)).rejects.toThrow('pieces.csv: row 4 has «8,5» in a column without a name.');
});

test.each([
  ['.5', 0.5],
  ['12.', 12],
  ['+2.71234567890123', 2.71234567890123],
  ['1.5E-05', 0.000015],
  ['0', 0],
])('a price may have any number of decimals: %s', async (written, price) => {
  const { contents, problems } = await check('pieces.csv', `key,title_en,price\nvase,Vase,${written}\n`);
  expect([problems, contents[0]?.body.common.price]).toEqual([[], price]);
});

test.each(['1.2.3', '1 000', '0x10', '€ 4', 'Infinity', '1e999'])('«%s» is no price', async (written) => {
  const read = await check('pieces.csv', `key,title_en,price\nvase,Vase,${written}\n`);
  expect(problemLines(read)).toEqual(['row 2, price: Format not valid']);
});

test('names every wrong field of a row, and no valid one', async () => {
  const row = {
    title_en: 'x'.repeat(201),
    email: 'nobody',
    webUrl: 'museum',
    lat: 44.7,
    visibility: 'all',
    customerCode: 'TILES',
    ctnView: 4,
    beacon: '0190a000-0000-7000-8000-000000000001/1/2',
    video: 'a.mp4',
    videoUrl: 'https://a.example/b',
    date: 'today',
  };
  const read = await check('pieces.json', JSON.stringify([row]));
  expect(problemLines(read).toSorted()).toEqual([
    'row 1, ctnView: Format not valid',
    'row 1, date: Format not valid',
    'row 1, email: Email format not valid',
    'row 1, key: Please fill out this field',
    'row 1, long: Please fill out this field',
    'row 1, title_en: Too long or too large',
    'row 1, video: Either this or videoUrl',
    'row 1, visibility: Format not valid',
    'row 1, webUrl: Format not valid',
  ]);
  // Its valid fields are still checked further: its files, and its references.
  expect(read.contents[0]?.body).toMatchObject({ video: 'a.mp4', common: { customerCode: undefined } });
});

test.each([
  ['lat', '44.7', ''],
  ['long', '', '10.63'],
])('refuses a place with %s only, and names the missing one', async (given, lat, long) => {
  const read = await check('pieces.csv', `key,title_en,lat,long\nvase,Vase,${lat},${long}\n`);
  const other = given === 'lat' ? 'long' : 'lat';
  expect(problemLines(read)).toEqual([`row 2, ${other}: Please fill out this field`]);
  const alone = await check('pieces.csv', `key,title_en,${given}\nvase,Vase,${lat}${long}\n`);
  expect(problemLines(alone)).toEqual([`row 2, ${other}: Please fill out this field`]);
});

test('accepts decimal commas if cells are separated by semicolons', async () => {
  const { contents, problems } = await check(
    'pieces.csv',
    'key;title_en;price;lat;long;tag\nvase;Vase;8,50;-44,7;10.63;1,2\n',
  );
  expect(problems).toEqual([]);
  expect(contents[0]?.body.common).toMatchObject({ price: 8.5, lat: -44.7, long: 10.63, tag: '1,2' });
});

test('the defaults of a JSON apply to each content without an own value', async () => {
  const { contents } = await check(
    'pieces.json',
    JSON.stringify({
      defaults: { brand: 'museum', visibility: 'public' },
      contents: [
        { key: 'vase', title_en: 'Vase' },
        { key: 'cup', title_en: 'Cup', brand: null },
      ],
    }),
  );
  expect(contents.map(({ body }) => [body.brand, body.common.visibility])).toEqual([
    ['museum', 'public'],
    [null, 'public'],
  ]);
});

test.each<[string, Record<string, unknown>, string]>([
  ['an e-mail that is none', { email: 'nobody' }, 'row 1, email: Email format not valid'],
  ['a phone that is none', { phone: '12' }, 'row 1, phone: Format not valid'],
  ['a web address that is none', { webUrl: 'museum' }, 'row 1, webUrl: Format not valid'],
  ['a title that is too long', { title_it: 'x'.repeat(201) }, 'row 1, title_it: Too long or too large'],
  ['a price below zero', { price: -1 }, 'row 1, price: Too short or too small'],
  ['a view that there is not', { ctnView: 4 }, 'row 1, ctnView: Format not valid'],
  ['a day that there is not', { date: '2026-02-30' }, 'row 1, date: Format not valid'],
  ['a NUL', { descr_en: 'a\0b' }, 'row 1, descr_en: Format not valid'],
  ['a column that is misspelt', { titel_en: 'x' }, 'row 1, titel_en: Not known'],
  ['a picture elsewhere', { imageUrl: 'https://a.example/b' }, 'row 1, imageUrl: Not known'],
  [
    'a video here and elsewhere',
    { video: 'a.mp4', videoUrl: 'https://a.example/b' },
    'row 1, video: Either this or videoUrl',
  ],
  [
    'an address that this server gave another content',
    { videoUrl: '/media/0190a000-0000-7000-8000-000000000001/file.mp4' },
    'row 1, videoUrl: Format not valid',
  ],
  [
    'what starts a scene, of none',
    { beacon: '0190a000-0000-7000-8000-000000000001/1/2' },
    'row 1, beacon: Only a scene (ctnView 11) has it',
  ],
  [
    'a beacon with a number of three bytes',
    { ctnView: 11, beacon: '0190a000-0000-7000-8000-000000000001/65536/2' },
    'row 1, beacon: Format not valid',
  ],
  ['no key', { key: undefined }, 'row 1, key: Please fill out this field'],
  ['no title', { title_en: undefined }, 'row 1, title_en: Please fill out this field'],
])('D5.11: reports %s with the message of the API calls', async (_, cells, line) => {
  const { problems } = await check('pieces.json', JSON.stringify([{ key: 'vase', title_en: 'Vase', ...cells }]));
  expect(problems.map(({ place, field, message }) => `${place}, ${field}: ${message}`)).toEqual([line]);
});

test('checks every row, whatever is wrong in those before it', async () => {
  const { problems } = await check(
    'pieces.csv',
    'key,title_en,email,size\na,A,nobody,1\nb,B,b@museum.example,2\na,C,somebody,3\n',
  );
  expect(problems.map(({ place, field, message }) => `${place}, ${field}: ${message}`)).toEqual([
    'row 1, size: Not known',
    'row 2, email: Email format not valid',
    'row 4, email: Email format not valid',
    'row 4, key: The same as in row 2',
  ]);
  const twice = await check('pieces.json', JSON.stringify([1, 2].map((n) => ({ key: 'a', title_en: `${n}` }))));
  expect(twice.problems).toEqual([{ place: 'row 2', field: 'key', message: 'The same as in row 1' }]);
});

test.each([
  ['pieces.xlsx', '', 'pieces.xlsx: expected a file that ends in .json or .csv.'],
  ['pieces.json', '{', 'pieces.json is not JSON: '],
  ['pieces.json', '4', 'pieces.json: expected a list of contents, or an object with lists.'],
  ['pieces.json', '{"content":[]}', 'pieces.json: «content» is not known.'],
  ['pieces.json', '[4]', 'pieces.json: row 1 is not an object.'],
  ['pieces.csv', 'key,key\na,b\n', 'pieces.csv: the column «key» occurs twice.'],
  ['pieces.csv', 'key,title_en\na,"b\n', 'pieces.csv is not a CSV: Quote Not Closed'],
  ['pieces.csv', Buffer.from([0x6b, 0xe8]), 'pieces.csv is not in UTF-8: save it as «CSV UTF-8».'],
])('refuses %s with «%s» in one line', async (name, text, line) => {
  await expect(read(name, text)).rejects.toThrow(line);
});

test('reads files in the import’s folder and below only', async () => {
  const inside = join(folder, 'import');
  await mkdir(join(inside, 'pictures'), { recursive: true });
  await writeFile(join(inside, 'pictures', 'a.png'), 'A');
  await writeFile(join(folder, 'secret'), 'secret');
  await symlink(join(folder, 'secret'), join(inside, 'link'));
  const beside = createFolderReader(inside, 10);

  await expect(beside('pictures/a.png')).resolves.toEqual(Buffer.from('A'));
  for (const path of [
    '../secret',
    'pictures/../../secret',
    join(folder, 'secret'),
    'link',
    'file:///etc/passwd',
    'a\\b',
  ])
    await expect(beside(path)).rejects.toThrow(`Outside the folder of this import: ${path}`);
  for (const path of ['pictures/b.png', 'pictures'])
    await expect(beside(path)).rejects.toThrow(`No such file: ${path}`);
  await writeFile(join(inside, 'large'), 'more than ten bytes');
  await expect(beside('large')).rejects.toThrow('Too large: large');
});
