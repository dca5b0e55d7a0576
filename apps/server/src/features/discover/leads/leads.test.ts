import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCompany, addPerson } from '../../../../testing/crowd';
import { LeadCollector } from '../../../../testing/lead-collector';
import { testLead } from '../../../../testing/leads';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { areLeadsRead } from './service';

const collector = new LeadCollector();
let server: TestServer;
let admin: SignedInClient;
beforeAll(async () => {
  await collector.up();
  server = await startTestServer({ LEADS_URL: collector.url, LEADS_COMPANY: 'DEMO' });
  admin = await server.signIn('admin');
  // The company of the demo does not ask for all of it.
  const { version, name } = await admin.call(contracts.getCompanySettings, {});
  await admin.call(contracts.changeCompany, { basedOn: version, name, leadParts: [...contracts.leadParts] });
});
afterAll(async () => {
  await server.close();
  await collector.down();
});
beforeEach(async () => {
  await server.context.pool.query('delete from leads');
  collector.collected.length = 0;
});

const send = (change?: Parameters<typeof testLead>[0]) => server.visitor().call(contracts.sendLead, testLead(change));

describe('D7.20: contact lead', () => {
  test('requires the API key of the build', async () => {
    const answer = await server.visitor().raw('/services/leads', {
      method: 'POST',
      headers: { 'x-api-key': 'wrong' },
    });
    expect(answer.status).toBe(401);
  });

  test('D3.27: sends the lead once to the lead address, as JSON in text/plain', async () => {
    await send();
    await expect.poll(() => collector.collected.length).toBe(1);
    const [{ headers, text } = { headers: {}, text: '' }] = collector.collected;
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(JSON.parse(text)).toEqual({
      Brand: 'Earth',
      LeadSource: 'earth',
      Subject: 'Contact request',
      Firstname: 'Chiara',
      Lastname: 'Galli',
      Email: 'chiara.galli@example.com',
      Address_Street: '',
      Address_City: 'Reggio Emilia',
      Address_Zip: '42121',
      Address_StateOrProvince: 'RE',
      Address_Country: 'IT',
      Occupation: 1,
      Company: '',
      Phone: '0522123456',
      MobilePhone: '0522123456',
      Notes_Info: 'Please <b>call</b> me',
      Consent_Privacy: true,
      Consent_Newsletter1: true,
    });
  });

  test('accepts missing optional fields, also in JSON, and the fields that are always empty', async () => {
    const body = {
      Brand: 'Earth',
      LeadSource: 'earth',
      Firstname: 'A',
      Lastname: 'B',
      Email: 'a@example.com',
      Address_Street: '',
      Address_City: 'Roma',
      Address_Zip: '',
      Address_Country: 'IT',
      Occupation: 14,
      Company: '',
      Phone: '',
      MobilePhone: '',
      Consent_Privacy: true,
    };
    const headers = { 'content-type': 'application/json' };
    const answer = await server
      .visitor()
      .raw('/services/leads', { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(200);
    const { items } = await admin.call(contracts.listLeads, {});
    expect(items.map((item) => item.lead)).toMatchObject([{ addressZip: '', phone: '', consentNewsletter1: false }]);
  });

  test.each([
    ['Firstname', { firstname: '' }],
    ['Lastname', { lastname: '' }],
    ['Lastname', { lastname: '   ' }],
    ['Email', { email: '' }],
    ['Email', { email: 'chiara@' }],
    ['Address_City', { addressCity: '' }],
    ['Address_Zip', { addressZip: '4212' }],
    ['Address_Zip', { addressZip: '4212A' }],
    ['Address_Country', { addressCountry: 'XX' as 'IT' }],
    ['Occupation', { occupation: 2 as 1 }],
    ['Phone', { phone: '+39 0522' }],
    ['Consent_Privacy', { consentPrivacy: false }],
    ['Notes_Info', { notesInfo: '<script>alert(1)</script>' }],
    ['Notes_Info', { notesInfo: '<b onclick="x">' }],
    ['Firstname', { firstname: 'x'.repeat(201) }],
    ['Notes_Info', { notesInfo: 'x'.repeat(contracts.LEAD_NOTES_MAX + 1) }],
  ])('D5.17: names an invalid %s and stores nothing: %o', async (field, change) => {
    await expect(send(change)).rejects.toMatchObject({ code: 400, fields: { [field]: expect.any(String) } });
    expect((await admin.call(contracts.listLeads, {})).total).toBe(0);
  });

  test('D5.16: has the required messages for a missing field, an e-mail and a zip', async () => {
    await expect(send({ firstname: '', email: 'x', addressZip: '1' })).rejects.toMatchObject({
      fields: {
        Firstname: 'Please fill out this field',
        Email: 'Email format not valid',
        Address_Zip: 'Format not valid',
      },
    });
  });

  test('limits the calls per minute of an address, and tells it to wait', async () => {
    const busy = await startTestServer();
    try {
      const visitor = busy.visitor();
      for (let sent = 0; sent < 30; sent += 1) await visitor.call(contracts.sendLead, testLead());
      await expect(visitor.call(contracts.sendLead, testLead())).rejects.toEqual(refusal('tooManyTries'));
    } finally {
      await busy.close();
    }
  });
});

describe('a company asks for what it needs', () => {
  const all = [...contracts.leadParts];
  const short = { addressCity: '', addressCountry: '', occupation: null, addressZip: '', phone: '' } as const;
  let demo: TestServer;
  beforeAll(async () => {
    demo = await startTestServer({ LEADS_COMPANY: 'DEMO' });
  });
  afterAll(() => demo.close());

  test('the form requires the API key of the build, and a brand', async () => {
    const path = '/services/leads/form?brand=Earth';
    expect((await demo.visitor().raw(path, { headers: { 'x-api-key': 'wrong' } })).status).toBe(401);
    const ofNobody = demo.visitor().call(contracts.getLeadForm, { brand: ' ' });
    await expect(ofNobody).rejects.toMatchObject({ code: 400, fields: { brand: expect.any(String) } });
  });

  test('each brand has the form of its company; every other one that of the settings, or the whole one', async () => {
    const formOf = async (brand: string, at = demo) =>
      (await at.visitor().call(contracts.getLeadForm, { brand })).parts;
    expect(await formOf('City museum')).toEqual([]);
    expect(await formOf('Of nobody')).toEqual([]);
    expect(await formOf('Tiles & Co.')).toEqual(all);
    const build = await startTestServer();
    try {
      expect(await formOf('Of nobody', build)).toEqual(all);
    } finally {
      await build.close();
    }
  });

  test('takes a lead without what it does not ask for, and no other', async () => {
    const visitor = demo.visitor();
    await visitor.call(contracts.sendLead, testLead({ ...short, brand: 'City museum' }));
    const paolo = await demo.signIn('admin');
    const stored = async () => (await paolo.call(contracts.listLeads, {})).items.map(({ lead }) => lead);
    expect(await stored()).toMatchObject([{ addressCity: '', addressCountry: '', occupation: null }]);
    const missing = 'Please fill out this field';
    await expect(visitor.call(contracts.sendLead, testLead({ ...short, brand: 'Tiles & Co.' }))).rejects.toMatchObject({
      code: 400,
      fields: { Occupation: missing, Address_City: missing, Address_Country: missing },
    });

    const { version, name } = await paolo.call(contracts.getCompanySettings, {});
    await paolo.call(contracts.changeCompany, { basedOn: version, name, leadParts: ['profession'] });
    await expect(visitor.call(contracts.sendLead, testLead({ ...short, brand: 'City museum' }))).rejects.toMatchObject({
      code: 400,
      fields: { Occupation: missing },
    });
    expect(await stored()).toHaveLength(1);
  });
});

describe('an admin reads leads', () => {
  test('requires a session', async () => {
    await expect(server.visitor().call(contracts.listLeads, {})).rejects.toEqual(refusal('notSignedIn'));
  });

  test('is refused to everybody else of the company', async () => {
    for (const person of ['operator', 'assisted'] as const)
      await expect((await server.signIn(person)).call(contracts.listLeads, {})).rejects.toEqual(refusal('notAllowed'));
  });

  test('reads those of the own company: by the brand of the lead, else by the settings', async () => {
    const tilesAdmin = await addPerson(server, { role: 'ADMIN', companyCode: 'TILES' });
    await server.context.pool.query(
      `insert into brands (company_id, name) select id, 'Cotto Nuovo' from companies where code = 'TILES'`,
    );
    await send({ brand: 'Cotto Nuovo', lastname: 'Of tiles' });
    await send({ lastname: 'Of nobody' });
    const readBy = async (client: SignedInClient) => {
      const { items, total } = await client.call(contracts.listLeads, {});
      return [total, ...items.map(({ lead }) => lead.lastname)];
    };
    expect(await readBy(tilesAdmin)).toEqual([1, 'Of tiles']);
    expect(await readBy(admin)).toEqual([1, 'Of nobody']);
    const stranger = await addPerson(server, { role: 'ADMIN', companyCode: await addCompany(server) });
    expect(await readBy(stranger)).toEqual([0]);
  });

  test('one without a company is read by the admins of all, with one state for all', async () => {
    const build = await startTestServer();
    try {
      await build.visitor().call(contracts.sendLead, testLead());
      const [demo, tiles] = [
        await build.signIn('admin'),
        await addPerson(build, { role: 'ADMIN', companyCode: 'TILES' }),
      ];
      const [item] = (await demo.call(contracts.listLeads, {})).items;
      expect(item).toMatchObject({ state: 'new', lead: { lastname: 'Galli' } });
      await demo.call(contracts.changeLead, { leadId: item?.uniqueId ?? '', state: 'done' });
      expect((await tiles.call(contracts.listLeads, {})).items).toMatchObject([{ state: 'done' }]);
    } finally {
      await build.close();
    }
  });

  test('searches for all words, normalised, and filters by state', async () => {
    await send({ lastname: 'Pérez', addressCity: 'Modena', notesInfo: '100% <b>gres</b>' });
    await send({ lastname: 'Rossi', addressCity: 'Modena' });
    const found = async (asked: contracts.CallInput<typeof contracts.listLeads>) =>
      (await admin.call(contracts.listLeads, asked)).items.map(({ lead }) => lead.lastname);
    expect(await found({ query: 'modena perez' })).toEqual(['Pérez']);
    expect(await found({ query: '100%' })).toEqual(['Pérez']);
    expect(await found({ query: '%' })).toEqual(['Pérez']);
    expect(await found({ query: ' Modena ' })).toEqual(['Rossi', 'Pérez']);
    expect(await found({ query: "'; drop table leads" })).toEqual([]);
    const [newest] = (await admin.call(contracts.listLeads, {})).items;
    await admin.call(contracts.changeLead, { leadId: newest?.uniqueId ?? '', state: 'read' });
    expect(await found({ state: 'read' })).toEqual(['Rossi']);
    expect(await found({ state: 'new', query: 'modena' })).toEqual(['Pérez']);
    await expect(found({ state: 'lost' as 'new' })).rejects.toMatchObject({ code: 400 });
  });

  test('reads page by page, newest first, with all data of the lead address', async () => {
    for (const lastname of ['One', 'Two', 'Three']) await send({ lastname });
    const { items, total } = await admin.call(contracts.listLeads, { page: 2, pageSize: 2 });
    expect([total, ...items.map(({ lead }) => lead.lastname)]).toEqual([3, 'One']);
    await expect
      .poll(async () => (await admin.call(contracts.listLeads, {})).items.every(({ sentDate }) => sentDate !== null))
      .toBe(true);
  });

  test('refuses an impossible page by name', async () => {
    await expect(admin.call(contracts.listLeads, { page: 0 })).rejects.toMatchObject({
      code: 400,
      message: 'Invalid field: page',
    });
  });
});

describe('one lead', () => {
  const sent = async () => {
    await send();
    return (await admin.call(contracts.listLeads, {})).items[0]?.uniqueId ?? '';
  };

  test('is opened, and its state is stored', async () => {
    const leadId = await sent();
    expect(await admin.call(contracts.changeLead, { leadId, state: 'read' })).toMatchObject({ state: 'read' });
    expect(await admin.call(contracts.getLead, { leadId })).toMatchObject({
      uniqueId: leadId,
      state: 'read',
      lead: { email: 'chiara.galli@example.com' },
    });
  });

  test('is for the admins of its company only', async () => {
    const leadId = await sent();
    const stranger = await addPerson(server, { role: 'ADMIN', companyCode: 'TILES' });
    const principal = [
      [server.visitor(), 'notSignedIn'],
      [await server.signIn('operator'), 'notAllowed'],
      [stranger, 'notFound'],
    ] as const;
    for (const [client, error] of principal) {
      await expect(client.call(contracts.getLead, { leadId })).rejects.toEqual(refusal(error));
      await expect(client.call(contracts.changeLead, { leadId, state: 'done' })).rejects.toEqual(refusal(error));
    }
    expect(await admin.call(contracts.getLead, { leadId })).toMatchObject({ state: 'new' });
  });

  test('is refused with an unknown id, or with a wrong state', async () => {
    const leadId = await sent();
    const none = '0190a000-0000-7000-8000-000000000000';
    await expect(admin.call(contracts.getLead, { leadId: none })).rejects.toEqual(refusal('notFound'));
    await expect(admin.call(contracts.getLead, { leadId: 'x' })).rejects.toMatchObject({ code: 400 });
    await expect(admin.call(contracts.changeLead, { leadId, state: 'sold' as 'done' })).rejects.toMatchObject({
      code: 400,
      message: 'Invalid field: state',
    });
  });
});

test('one that today’s form would refuse hides no others: in the list, by itself, and when its state is changed', async () => {
  const old = { Lastname: 'Old', Occupation: 2, Address_Country: 'Atlantis', Phone: 522, Consent_Privacy: 'yes' };
  await server.context.pool.query(
    `insert into leads (id, company_id, payload, created_at, due_at, sent_at)
     select gen_random_uuid(), companies.id, payload, now() + number * interval '1 second', now(), now()
     from companies, jsonb_array_elements($1::jsonb) with ordinality as given (payload, number) where code = 'DEMO'`,
    [JSON.stringify([{ Lastname: 'Galli' }, old, 'no lead'])],
  );
  const { items, total } = await admin.call(contracts.listLeads, {});
  expect([total, ...items.map((item) => item.lead.lastname)]).toEqual([3, '', 'Old', 'Galli']);
  for (const { uniqueId: leadId, lead } of items) {
    expect(await admin.call(contracts.getLead, { leadId })).toMatchObject({ lead });
    expect(await admin.call(contracts.changeLead, { leadId, state: 'done' })).toMatchObject({ state: 'done', lead });
  }
  expect(items[1]?.lead).toMatchObject({ occupation: 2, addressCountry: 'Atlantis', phone: '', consentPrivacy: false });
});

test('the start detects whether leads are read: by an admin, or through the lead address', async () => {
  const { context } = server;
  const here = { ...context, settings: { ...context.settings, leadsUrl: undefined } };
  expect(await areLeadsRead(here)).toBe(true);
  const empty = await addCompany(server);
  expect(await areLeadsRead({ ...here, settings: { ...here.settings, leadsCompany: empty } })).toBe(false);
  expect(await areLeadsRead({ ...context, settings: { ...context.settings, leadsCompany: empty } })).toBe(true);
});

test('a lead waits while the address is down, also over a restart, and is sent once that is up', async () => {
  await collector.down();
  await send({ lastname: 'Patient' });
  const isTried = async () =>
    (await server.context.pool.query('select 1 from leads where tries > 0 and due_at > now()')).rowCount;
  await expect.poll(isTried).toBe(1);
  await collector.up();
  server.clock.advance(60_000);
  await server.restart();
  await expect.poll(() => collector.collected.length).toBe(1);
  expect(collector.collected[0]?.text).toContain('Patient');
  await expect.poll(async () => (await admin.call(contracts.listLeads, {})).items[0]?.sentDate ?? null).not.toBeNull();
});

test('without the setting a lead is only stored', async () => {
  const withCompany = await startTestServer({ LEADS_COMPANY: 'DEMO' });
  try {
    await withCompany.visitor().call(contracts.sendLead, testLead());
    const reader = await withCompany.signIn('admin');
    const { items } = await reader.call(contracts.listLeads, {});
    expect(items).toMatchObject([{ sentDate: null, lead: { lastname: 'Galli' } }]);
  } finally {
    await withCompany.close();
  }
});
