/** What the company of the site sets for all visitors, its terms, and who has accepted them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, addStaff } from '../../../../testing/crowd';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { registerWeb } from '../web';

let server: TestServer;
/** An admin, an operator, a field user of the company that owns the site; the admin of another one. */
let staff: Awaited<ReturnType<typeof addStaff>>;
let logo: string;
beforeAll(async () => {
  server = await startTestServer({ SITE_COMPANY: 'DEMO' });
  staff = await addStaff(server);
  const image = { width: 300, height: 300, channels: 3, background: '#112233' } as const;
  logo = (await sharp({ create: image }).png().toBuffer()).toString('base64');
});
afterAll(() => server.close());

const read = () => staff.paolo.call(contracts.getSite, {});
const colours = contracts.coloursFrom('#0b3d91');
const json = async <T>(path: string): Promise<T> => (await (await fetch(new URL(path, server.url))).json()) as T;
const config = () => json<contracts.ClientConfig>('/config.json');
const written = (words: string): contracts.WrittenTerms => ({
  terms: [{ heading: 'Use', paragraphs: [words, 'Second'] }],
  privacy: [{ heading: 'Data', paragraphs: ['None'] }],
});
const publish = (basedOn: number, words = 'First', who = staff.paolo) =>
  who.call(contracts.publishTerms, { basedOn, en: written(words), it: written(`${words} it`) });
const termsVersion = async () => (await staff.paolo.call(contracts.getSiteTerms, {})).version;

const callsOfSite: readonly ((who: Pick<SignedInClient, 'call'>) => Promise<unknown>)[] = [
  (who) => who.call(contracts.getSite, {}),
  (who) => who.call(contracts.changeSite, { basedOn: 0, colors: colours }),
  (who) => who.call(contracts.getSiteTerms, {}),
  (who) => who.call(contracts.publishTerms, { basedOn: 0, en: written('X'), it: written('X') }),
  (who) => who.call(contracts.listAcceptances, {}),
];

test('only admins of the company that owns the site set it', async () => {
  const { paolo, giulia, luca, elena } = staff;
  for (const call of callsOfSite) {
    await expect(call(server.visitor())).rejects.toEqual(refusal('notSignedIn'));
    for (const who of [giulia, luca, elena]) await expect(call(who)).rejects.toEqual(refusal('notAllowed'));
  }
  expect((await read()).version).toBe(0);
  expect((await paolo.call(contracts.getCompanySettings, {})).ownsSite).toBe(true);
  expect((await elena.call(contracts.getCompanySettings, {})).ownsSite).toBe(false);
});

test('without such a company nobody does; the former name of the setting counts too', async () => {
  const [none, former] = await Promise.all([startTestServer(), startTestServer({ LEADS_COMPANY: 'TILES' })]);
  try {
    const ofNone = await addPerson(none, { role: 'ADMIN' });
    for (const call of callsOfSite) await expect(call(ofNone)).rejects.toEqual(refusal('notAllowed'));
    const [demo, tiles] = [await addStaff(former), await addPerson(former, { role: 'ADMIN', companyCode: 'TILES' })];
    await expect(demo.paolo.call(contracts.getSite, {})).rejects.toEqual(refusal('notAllowed'));
    expect((await tiles.call(contracts.getSite, {})).version).toBe(0);
  } finally {
    await Promise.all([none.close(), former.close()]);
  }
});

async function pageWith(context: TestServer['context']): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'earth-site-'));
  const html = '<html lang="en"><head><link rel="icon" href="/brand/logo.svg" /><title>…</title></head></html>';
  await writeFile(join(folder, 'index.html'), html);
  const app = fastify();
  await registerWeb(app, context, folder);
  const { body } = await app.inject('/');
  await app.close();
  await rm(folder, { recursive: true });
  return body;
}

test('colours, logo and landing image are those of visitors at once: page, settings, manifest, icons', async () => {
  const before = await config();
  const { version } = await staff.paolo.call(contracts.changeSite, {
    basedOn: 0,
    colors: colours,
    logoBase64: logo,
    landingBase64: logo,
  });
  expect(version).toBe(1);
  const { brand } = await config();
  expect(brand.colors).toEqual(colours);
  expect(brand.logoUrl).toMatch(/^\/pictures\/.+\.webp$/);
  expect([brand.coverUrl, brand.provider?.imageUrl]).toEqual([brand.coverUrl, brand.coverUrl]);
  expect(brand.coverUrl).toMatch(/^\/pictures\//);
  expect((await fetch(new URL(brand.logoUrl, server.url))).status).toBe(200);
  const {
    id,
    icons,
    theme_color: theme,
  } = await json<{
    id: string;
    icons: readonly { src: string }[];
    theme_color: string;
  }>('/manifest.webmanifest');
  expect([id, theme, icons[0]?.src]).toEqual(['/?app=com.example.earth', colours.brandDeep, '/icons/any-192.png?v=1']);
  const icon = await fetch(new URL(icons[0]?.src ?? '', server.url));
  const { dominant } = await sharp(Buffer.from(await icon.arrayBuffer())).stats();
  expect(dominant.b).toBeGreaterThan(dominant.r);
  const page = await pageWith(server.context);
  expect(page).toContain(`--brand:${colours.brand}`);
  expect(page).toContain(`href="${brand.logoUrl}"`);
  const company = await server.visitor().call(contracts.getAppCompany, {});
  expect([company.logoUrl, company.primaryColor]).toEqual([brand.logoUrl, colours.brand]);

  // What is absent stays; what is removed is that of the folder again.
  const plain = await staff.paolo.call(contracts.changeSite, { basedOn: 1, removesLogo: true, removesColors: true });
  expect(plain).toMatchObject({ version: 2, logoUrl: null, landingUrl: brand.coverUrl, colors: null });
  const after = (await config()).brand;
  expect([after.logoUrl, after.colors]).toEqual([before.brand.logoUrl, before.brand.colors]);
  const { items } = await staff.paolo.call(contracts.listChanges, {});
  expect(items.filter(({ action }) => action === 'siteChanged')).toHaveLength(2);
});

test('of two changes made from one version, one is refused', async () => {
  const { version: basedOn } = await read();
  const outcomes = await Promise.allSettled(
    [1, 2].map(() => staff.paolo.call(contracts.changeSite, { basedOn, colors: colours, logoBase64: logo })),
  );
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(refused).toEqual([refusal('settingsChanged')]);
  expect((await read()).version).toBe(basedOn + 1);
});

test.each([
  ['colours that cannot be read', 'contrastTooLow', { colors: { ...colours, brandInk: '#0b3d92' } }],
  ['no colour', 'invalidInput', { colors: { ...colours, brand: 'red;}' } }],
  ['a logo that is a drawing', 'notAnImage', { logoBase64: Buffer.from('<svg/>'.repeat(9)).toString('base64') }],
  ['a landing image that is none', 'invalidInput', { landingBase64: '%%' }],
] as const)('refuses %s, and changes nothing', async (_, error, wrong) => {
  const before = await read();
  const call = staff.paolo.call(contracts.changeSite, { basedOn: before.version, ...wrong });
  await expect(call).rejects.toMatchObject({ error });
  expect(await read()).toEqual(before);
});

test('without a database the site is that of the folder', async () => {
  const select = () => {
    throw new Error('The database is gone');
  };
  const broken = { ...server.context, db: { select } };
  const page = await pageWith(broken as unknown as TestServer['context']);
  expect(page).toContain(`--brand:${server.context.brand.colors.brand}`);
});

test('published terms are those that everybody reads, dated, with markup inert', async () => {
  const own = await json<contracts.BrandTerms>(contracts.TERMS_PATH);
  expect(own.version).toBeUndefined();
  const published = await publish(0, '<script>alert(1)</script>');
  expect(published.versions).toMatchObject([{ version: 1, accepted: 0 }]);
  const shown = await json<contracts.BrandTerms>(contracts.TERMS_PATH);
  expect(shown.version).toBe(1);
  expect(shown.en.terms[0]?.paragraphs[0]).toBe('<script>alert(1)</script>');
  expect([shown.en.updated, shown.it.updated]).toEqual([
    expect.stringMatching(/^Version 1, published on \d+ \w+ \d{4}\.$/),
    expect.stringMatching(/^Versione 1, pubblicata il \d+ \w+ \d{4}\.$/),
  ]);
  await expect(publish(0)).rejects.toEqual(refusal('settingsChanged'));
  const outcomes = await Promise.allSettled([publish(1, 'One'), publish(1, 'Two')]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { items } = await staff.paolo.call(contracts.listChanges, {});
  expect(items[0]).toMatchObject({ action: 'termsPublished', title: '2' });
});

test('each person accepts each version once; a new one asks again', async () => {
  const { luca, elena, paolo } = staff;
  const version = await termsVersion();
  const own = (who: SignedInClient) => who.call(contracts.getOwnTerms, {});
  const accept = (who: SignedInClient, of = version) =>
    who.call(contracts.acceptTerms, { version: of, language: 'it' });
  expect(await own(luca)).toEqual({ version, isAccepted: false });
  await accept(luca);
  await accept(luca);
  expect(await own(luca)).toEqual({ version, isAccepted: true });
  expect(await own(elena)).toEqual({ version, isAccepted: false });
  await accept(elena);
  for (const other of [version - 1, version + 1])
    await expect(accept(luca, other)).rejects.toEqual(refusal('termsChanged'));
  const { items, total } = await paolo.call(contracts.listAcceptances, {});
  expect(total).toBe(2);
  expect(items).toContainEqual({
    version,
    language: 'it',
    at: expect.any(String),
    name: expect.stringContaining('Person'),
    company: 'Demo Water Works',
  });
  expect((await paolo.call(contracts.listAcceptances, { page: 2, pageSize: 1 })).items).toHaveLength(1);
  await publish(version, 'Newer');
  expect(await own(luca)).toEqual({ version: version + 1, isAccepted: false });
  const listed = await paolo.call(contracts.getSiteTerms, {});
  expect(listed.versions.map(({ accepted }) => accepted).slice(0, 2)).toEqual([0, 2]);
});

test('terms are for people with an account', async () => {
  for (const call of [
    (who: Pick<SignedInClient, 'call'>) => who.call(contracts.getOwnTerms, {}),
    (who: Pick<SignedInClient, 'call'>) => who.call(contracts.acceptTerms, { version: 1, language: 'en' }),
  ])
    await expect(call(server.visitor())).rejects.toEqual(refusal('notSignedIn'));
});

test('refuses terms without words, pages and versions that are none', async () => {
  const basedOn = await termsVersion();
  const send = (method: string, path: string, body?: object) =>
    staff.paolo.raw(path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  const site = '/api/back-office/site';
  for (const [method, path, body] of [
    ['PUT', site, { basedOn: -1 }],
    ['POST', `${site}/terms`, { basedOn, en: written(' '), it: written('X') }],
    ['POST', `${site}/terms`, { basedOn, en: { terms: [], privacy: [] }, it: written('X') }],
    ['POST', `${site}/terms`, { basedOn, en: written('x'.repeat(5001)), it: written('X') }],
    ['GET', `${site}/terms/acceptances?page=0`, undefined],
    ['POST', '/api/terms', { version: 0, language: 'en' }],
    ['POST', '/api/terms', { version: 1, language: 'de' }],
  ] as const)
    expect([path, (await send(method, path, body)).status]).toEqual([path, 400]);
  expect(await termsVersion()).toBe(basedOn);
});
