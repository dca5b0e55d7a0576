import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  lastInvitation,
  refusal,
  type SignedInClient,
  startTestServer,
  type TestServer,
} from '../../../../testing/start-test-server';

const { ROLE_IDS } = contracts;
const DAY_MS = 24 * 3600_000;
const PATH = '/services/addressbook-invitations';
const SOME_ID = '0190a000-0000-7000-8000-0000000000aa';

let server: TestServer;
let admin: SignedInClient;
let operator: SignedInClient;
let assisted: SignedInClient;
/** A controller of another company. */
let elena: SignedInClient;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://help.example.com', MAX_DEVICES: '50' });
  admin = await server.signIn('admin');
  operator = await server.signIn('operator');
  assisted = await server.signIn('assisted');
  elena = await server.signIn('tilesOperator');
});
afterAll(() => server.close());

let count = 0;
/** A person whom nobody has invited yet. */
function newcomer(role: contracts.RoleCode = 'ASSISTED') {
  count += 1;
  return { email: `newcomer${count}@pump.example`, name: `Ada Monti ${count}`, roleUniqueId: ROLE_IDS[role] };
}

const stored = async (email: string) =>
  (await server.context.pool.query('select invitations::text as row from invitations where email = $1', [email])).rows;

test.each([
  ['GET', PATH],
  ['POST', PATH],
  ['PUT', `${PATH}/${SOME_ID}`],
  ['DELETE', `${PATH}/${SOME_ID}`],
])('%s %s requires a session', async (method, path) => {
  const { status, json } = await server.visitor().raw(path, { method });
  expect([status, json]).toMatchObject([401, { data: { error: 'notSignedIn' } }]);
});

describe('an invitation', () => {
  test('A7.18: POST /services/addressbook-invitations sends a mail with link and code, as text and HTML', async () => {
    const ada = { ...newcomer(), name: 'Ada <b>Monti</b>' };
    const invitation = await operator.call(contracts.invite, { ...ada, email: ' NewComer1@Pump.example' });
    expect(invitation).toMatchObject({
      ...ada,
      state: 'open',
      inviter: { uniqueId: operator.contactId, name: 'Giulia Ferri' },
    });
    expect(Date.parse(invitation.expirationDate) - Date.parse(invitation.sentDate)).toBe(14 * DAY_MS);
    const { mail, code, link } = lastInvitation(server.context, ada.email);
    expect(mail.subject).toBe('Giulia Ferri invites you to Demo Water Works on Earth');
    expect(code).toMatch(/^\d{4} \d{4} \d{4}$/);
    const digits = code.replaceAll(' ', '');
    expect(link).toBe(`https://help.example.com/invitation#email=newcomer1%40pump.example&code=${digits}`);
    expect(mail.html).toContain(`href="${link?.replace('&', '&amp;')}"`);
    expect(mail.html).toContain('Ada &lt;b&gt;Monti&lt;/b&gt;');
    expect(JSON.stringify(invitation)).not.toContain(digits);
    expect(JSON.stringify(await stored(ada.email))).not.toMatch(new RegExp(`${code}|${digits}`));
  });

  test('has a code and no link if the server does not know its own address', async () => {
    const nowhere = await startTestServer();
    try {
      const ada = newcomer();
      await (await nowhere.signIn('operator')).call(contracts.invite, ada);
      const { code, link, mail } = lastInvitation(nowhere.context, ada.email);
      expect([code, link]).toEqual([expect.any(String), undefined]);
      expect(mail.html).not.toContain('href');
    } finally {
      await nowhere.close();
    }
  });

  test('is written in the language of the inviter', async () => {
    const ada = newcomer();
    await operator.call(contracts.invite, ada, { 'accept-language': 'it' });
    const { mail } = lastInvitation(server.context, ada.email);
    expect(mail.subject).toBe('Giulia Ferri ti invita in Demo Water Works su Earth');
    expect(mail.text).toContain('il tuo codice di invito');
    expect(mail.html).toContain('lang="it"');
  });

  test('A3.13: an invitation has email, name and roleUniqueId', async () => {
    const { email, name, roleUniqueId } = newcomer();
    const body = new URLSearchParams({ email, name, roleUniqueId });
    const { status, json } = await operator.raw(PATH, { method: 'POST', body });
    expect([status, json]).toMatchObject([200, { data: { Email: email, Name: name, RoleUniqueId: roleUniqueId } }]);
  });

  test.each([
    ['an e-mail address with a line break', { email: 'a@pump.example\r\nBcc: b@pump.example' }, 'email'],
    ['no e-mail address', { email: 'pump' }, 'email'],
    ['an e-mail address that is too long', { email: `${'a'.repeat(250)}@pump.example` }, 'email'],
    ['a name with a line break', { name: 'Ada\r\nSubject: x' }, 'name'],
    ['a name without a letter', { name: '  ' }, 'name'],
    ['a name that is too long', { name: 'a'.repeat(121) }, 'name'],
    ['an unknown role', { roleUniqueId: SOME_ID }, 'roleUniqueId'],
    ['one’s own address', { email: 'operator@demo.example' }, 'email'],
  ])('with %s is refused, and nothing is stored', async (_, wrong, field) => {
    const { email } = newcomer();
    const body = new URLSearchParams({ email, name: 'Ada', roleUniqueId: ROLE_IDS.ASSISTED, ...wrong });
    const mails = server.context.outbox?.recent().length;
    const { status, json } = await operator.raw(PATH, { method: 'POST', body });
    expect([status, json]).toMatchObject([400, { data: { fields: { [field]: expect.any(String) } } }]);
    expect(await stored(email)).toEqual([]);
    expect(server.context.outbox?.recent()).toHaveLength(mails ?? 0);
  });

  test('to a person who is invited already, or known, is a conflict', async () => {
    const ada = newcomer();
    await operator.call(contracts.invite, ada);
    await expect(operator.call(contracts.invite, ada)).rejects.toEqual(refusal('conflict'));
    await expect(admin.call(contracts.invite, ada)).resolves.toHaveProperty('state', 'open');
    const colleague = { ...ada, email: server.people.assisted.email };
    await expect(operator.call(contracts.invite, colleague)).rejects.toEqual(refusal('conflict'));
  });

  test('to a person whose invitation has expired replaces it', async () => {
    const ada = newcomer();
    const old = await operator.call(contracts.invite, ada);
    server.clock.advance(15 * DAY_MS);
    await signInAgain();
    const open = (await operator.call(contracts.listInvitations, {})).filter(({ email }) => email === ada.email);
    expect(open).toMatchObject([{ uniqueId: old.uniqueId, state: 'expired' }]);
    const fresh = await operator.call(contracts.invite, ada);
    const now = (await operator.call(contracts.listInvitations, {})).filter(({ email }) => email === ada.email);
    expect(now).toEqual([fresh]);
  });
});

/** Access tokens live for 15 minutes only. */
async function signInAgain() {
  admin = await server.signIn('admin');
  operator = await server.signIn('operator');
  assisted = await server.signIn('assisted');
  elena = await server.signIn('tilesOperator');
}

describe('the language of the mail', () => {
  const speaking = (language: string, path: string, method: string, change: Readonly<Record<string, string>>) =>
    operator.raw(path, { method, body: new URLSearchParams(change), headers: { 'accept-language': language } });
  const subjectTo = ({ email }: { email: string }) => lastInvitation(server.context, email).mail.subject;

  test('is the chosen one, and stays that when a colleague sends it again', async () => {
    const ada = newcomer();
    const { uniqueId: id, language } = await operator.call(contracts.invite, { ...ada, language: 'it' });
    expect(language).toBe('it');
    expect(subjectTo(ada)).toBe('Giulia Ferri ti invita in Demo Water Works su Earth');
    await speaking('en', `${PATH}/${id}`, 'PUT', { name: 'Ada Rossi' });
    expect(subjectTo(ada)).toContain('ti invita');
    const changed = await admin.call(contracts.sendInvitationAgain, { id, language: 'en' });
    expect([changed.language, subjectTo(ada)]).toEqual(['en', expect.stringContaining('invites you')]);
  });

  test('is by default that of the inviter, and stays that', async () => {
    const ada = newcomer();
    const { json } = await speaking('it', PATH, 'POST', { ...ada });
    expect(json).toMatchObject({ data: { Language: 'it' } });
    const { UniqueId: id } = (json as { data: { UniqueId: string } }).data;
    await speaking('en', `${PATH}/${id}`, 'PUT', {});
    expect(subjectTo(ada)).toContain('ti invita');
  });

  test('of an invitation from before it could be chosen is that of the user who sends it again', async () => {
    const ada = newcomer();
    const { uniqueId: id } = await operator.call(contracts.invite, ada);
    await server.context.pool.query('update invitations set language = null where id = $1', [id]);
    const open = await operator.call(contracts.listInvitations, {});
    expect(open.find(({ uniqueId }) => uniqueId === id)?.language).toBeNull();
    await speaking('it', `${PATH}/${id}`, 'PUT', {});
    expect(subjectTo(ada)).toContain('ti invita');
  });

  test('is one that the server supports', async () => {
    const { status } = await speaking('en', PATH, 'POST', { ...newcomer(), language: 'de' });
    expect(status).toBe(400);
  });
});

describe('roles', () => {
  test('an operator invites field users, an admin anyone', async () => {
    for (const role of ['OPERATOR', 'ADMIN'] as const) {
      const ada = newcomer(role);
      await expect(operator.call(contracts.invite, ada)).rejects.toEqual(refusal('notAllowed'));
      expect(await stored(ada.email)).toEqual([]);
      await expect(admin.call(contracts.invite, ada)).resolves.toMatchObject(ada);
    }
  });

  test('an operator cannot raise a role, nor change invitations of an admin’s roles', async () => {
    const { uniqueId: id } = await operator.call(contracts.invite, newcomer());
    const raise = operator.call(contracts.sendInvitationAgain, { id, roleUniqueId: ROLE_IDS.ADMIN });
    await expect(raise).rejects.toEqual(refusal('notAllowed'));
    const theirs = await admin.call(contracts.invite, newcomer('OPERATOR'));
    const touch = { id: theirs.uniqueId };
    const lower = operator.call(contracts.sendInvitationAgain, { ...touch, roleUniqueId: ROLE_IDS.ASSISTED });
    await expect(lower).rejects.toEqual(refusal('notAllowed'));
    await expect(operator.call(contracts.revokeInvitation, touch)).rejects.toEqual(refusal('notAllowed'));
  });

  test('a field user cannot use invitations', async () => {
    const { uniqueId: id } = await operator.call(contracts.invite, newcomer());
    const ada = newcomer();
    await expect(assisted.call(contracts.invite, ada)).rejects.toEqual(refusal('notAllowed'));
    await expect(assisted.call(contracts.listInvitations, {})).rejects.toEqual(refusal('notAllowed'));
    await expect(assisted.call(contracts.sendInvitationAgain, { id })).rejects.toEqual(refusal('notAllowed'));
    await expect(assisted.call(contracts.revokeInvitation, { id })).rejects.toEqual(refusal('notAllowed'));
    expect(await stored(ada.email)).toEqual([]);
  });
});

describe('the open invitations', () => {
  test('A7.17: GET /services/addressbook-invitations lists those of the user’s company', async () => {
    const { uniqueId } = await operator.call(contracts.invite, newcomer());
    const ids = async (client: SignedInClient) =>
      (await client.call(contracts.listInvitations, {})).map((invitation) => invitation.uniqueId);
    expect(await ids(admin)).toContain(uniqueId);
    expect(await ids(elena)).toEqual([]);
  });

  test('of another company are not found', async () => {
    const { uniqueId: id } = await operator.call(contracts.invite, newcomer());
    await expect(elena.call(contracts.sendInvitationAgain, { id })).rejects.toEqual(refusal('notFound'));
    await expect(elena.call(contracts.revokeInvitation, { id })).rejects.toEqual(refusal('notFound'));
    await expect(elena.call(contracts.revokeInvitation, { id: SOME_ID })).rejects.toEqual(refusal('notFound'));
    const { status } = await operator.raw(`${PATH}/none`, { method: 'DELETE' });
    expect(status).toBe(400);
  });

  test('A7.19: PUT /services/addressbook-invitations/{id} changes an invitation and sends it to the new address', async () => {
    const ada = newcomer();
    const { uniqueId: id } = await operator.call(contracts.invite, ada);
    const better = newcomer('OPERATOR');
    const changed = await admin.call(contracts.sendInvitationAgain, { id, ...better });
    expect(changed).toMatchObject({ uniqueId: id, ...better, inviter: { name: 'Giulia Ferri' } });
    expect(lastInvitation(server.context, better.email).mail.text).toContain(`Hello ${better.name}`);
    const { status } = await operator.raw(`${PATH}/${id}`, {
      method: 'PUT',
      body: new URLSearchParams({ email: 'a@b.c\nd' }),
    });
    expect(status).toBe(400);
  });

  test('cannot be changed into a second one to the same person', async () => {
    const [ada, bea] = [newcomer(), newcomer()];
    await operator.call(contracts.invite, ada);
    const { uniqueId: id } = await operator.call(contracts.invite, bea);
    const change = operator.call(contracts.sendInvitationAgain, { id, email: ada.email });
    await expect(change).rejects.toEqual(refusal('conflict'));
  });

  test('are not sent to the old address again if a colleague changes it meanwhile', async () => {
    const [ada, bea] = [newcomer(), newcomer()];
    const { uniqueId: id } = await operator.call(contracts.invite, ada);
    const { pool } = server.context;
    const colleague = await pool.connect();
    const mails = server.context.outbox?.recent().length;
    try {
      await colleague.query('begin');
      const { rows } = await colleague.query<{ pid: number }>(
        'select pg_backend_pid() as pid, pg_advisory_xact_lock(hashtextextended($1, 0))',
        [`invitation:${ada.email}`],
      );
      // It may settle before it is awaited.
      const again = operator.call(contracts.sendInvitationAgain, { id }).catch((error: unknown) => error);
      const blocked = 'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
      await expect.poll(async () => (await pool.query(blocked, [rows[0]?.pid])).rowCount).toBe(1);
      await colleague.query('update invitations set email = $2 where id = $1', [id, bea.email]);
      await colleague.query('commit');
      expect(await again).toEqual(refusal('conflict'));
    } finally {
      colleague.release(true);
    }
    const open = await operator.call(contracts.listInvitations, {});
    expect(open.find(({ uniqueId }) => uniqueId === id)).toMatchObject({ email: bea.email });
    expect(server.context.outbox?.recent()).toHaveLength(mails ?? 0);
  });

  test('A7.20: DELETE /services/addressbook-invitations/{id} revokes an invitation', async () => {
    const { uniqueId: id } = await operator.call(contracts.invite, newcomer());
    await expect(operator.call(contracts.revokeInvitation, { id })).resolves.toBeNull();
    const open = await operator.call(contracts.listInvitations, {});
    expect(open.filter(({ uniqueId }) => uniqueId === id)).toEqual([]);
    await expect(operator.call(contracts.revokeInvitation, { id })).rejects.toEqual(refusal('notFound'));
    await expect(operator.call(contracts.sendInvitationAgain, { id })).rejects.toEqual(refusal('notFound'));
  });
});

describe('mails', () => {
  test('are limited to a hundred mails a day per person, including repeated ones', async () => {
    const fresh = await startTestServer();
    try {
      const giulia = await fresh.signIn('operator');
      const { uniqueId: id } = await giulia.call(contracts.invite, newcomer());
      await fresh.context.pool.query(
        `insert into invitation_mails (hash, sender_id, sent_at)
         select 'mail ' || i, $1, $2::timestamptz - make_interval(mins => 60 + i) from generate_series(1, 98) i`,
        [giulia.contactId, fresh.clock.now()],
      );
      await giulia.call(contracts.sendInvitationAgain, { id, ...newcomer() });
      const ada = newcomer();
      const { status, headers, json } = await giulia.raw(PATH, { method: 'POST', body: new URLSearchParams(ada) });
      expect([status, json]).toMatchObject([429, { data: { error: 'tooManyToday' } }]);
      expect(Number(headers.get('retry-after')) / 3600).toBeCloseTo(24 - (60 + 98) / 60, 1);
      await expect(giulia.call(contracts.sendInvitationAgain, { id })).rejects.toEqual(refusal('tooManyToday'));
      await expect((await fresh.signIn('admin')).call(contracts.invite, ada)).resolves.toHaveProperty('state', 'open');
      fresh.clock.advance(22 * 3600_000);
      const later = await fresh.signIn('operator');
      await expect(later.call(contracts.sendInvitationAgain, { id })).resolves.toHaveProperty('state', 'open');
    } finally {
      await fresh.close();
    }
  });

  test('have a pause between mails to one e-mail address', async () => {
    const spaced = await startTestServer({ CODE_RESEND_SECONDS: '30' });
    try {
      const giulia = await spaced.signIn('operator');
      const elsewhere = await spaced.signIn('tilesOperator');
      const ada = newcomer();
      const tries = await Promise.allSettled([giulia, elsewhere].map((client) => client.call(contracts.invite, ada)));
      expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const { uniqueId: id } = await giulia.call(contracts.invite, newcomer());
      const { status, headers } = await giulia.raw(`${PATH}/${id}`, { method: 'PUT', body: new URLSearchParams({}) });
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(20);
      spaced.clock.advance(31_000);
      await expect(giulia.call(contracts.sendInvitationAgain, { id })).resolves.toHaveProperty('state', 'open');
    } finally {
      await spaced.close();
    }
  });

  test('that cannot be sent leave everything as it was', async () => {
    const broken = await startTestServer({ CODE_RESEND_SECONDS: '30' });
    try {
      const giulia = await broken.signIn('operator');
      const ada = newcomer();
      const { uniqueId: id } = await giulia.call(contracts.invite, ada);
      const before = await giulia.call(contracts.listInvitations, {});
      broken.clock.advance(31_000);
      const { send } = broken.context.mail;
      broken.context.mail.send = () => Promise.reject(new Error('No line'));
      const again = () => giulia.call(contracts.sendInvitationAgain, { id, name: 'Another' });
      await expect(again()).rejects.toEqual(refusal('internal'));
      await expect(giulia.call(contracts.invite, newcomer())).rejects.toEqual(refusal('internal'));
      expect(await giulia.call(contracts.listInvitations, {})).toEqual(before);
      expect((await broken.context.pool.query('select from invitation_mails')).rowCount).toBe(1);
      await broken.context.pool.query(
        `create function fail() returns trigger language plpgsql as $$ begin raise 'No disk'; end $$;
         create trigger fail before delete on invitation_mails for each row execute function fail()`,
      );
      await expect(again()).rejects.toEqual(refusal('internal'));
      expect(await giulia.call(contracts.listInvitations, {})).toEqual(before);
      broken.context.mail.send = send;
      await expect(again()).resolves.toHaveProperty('name', 'Another');
    } finally {
      await broken.close();
    }
  });
});
