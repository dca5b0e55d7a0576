/** Somebody new: by a domain, by an invitation, and not beyond the limit of a company. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson } from '../../../../testing/crowd';
import { isPush } from '../../../../testing/frames';
import { isWaiting, meanwhile } from '../../../../testing/meanwhile';
import { ProviderBrowser } from '../../../../testing/provider-browser';
import { startSignOnWorld, type SignOnWorld } from '../../../../testing/sign-on-world';
import { lastInvitation, refusal, type SignedInClient } from '../../../../testing/start-test-server';

const { ROLE_IDS } = contracts;

let world: SignOnWorld;
let giulia: SignedInClient;
beforeAll(async () => {
  world = await startSignOnWorld();
  world.provider.accounts.set('paolo', { email: 'admin@demo.example', email_verified: true });
  await world.own('new.example');
  giulia = await world.server.signIn('operator');
});
beforeEach(async () => {
  await world.connect({ defaultRole: 'ASSISTED' });
});
afterAll(() => world.close());

const query = async <Row extends object>(sql: string, values: unknown[] = []) =>
  (await world.server.context.pool.query<Row>(sql, values)).rows;

/** An account at the provider, by default with an address of no confirmed domain. */
function account(more: object = {}) {
  const email = `${randomUUID()}@elsewhere.example`;
  const name = randomUUID();
  world.provider.accounts.set(name, { email, email_verified: true, name: 'Ivo Rossi', ...more });
  return { email, name };
}
const invite = (email: string, role: contracts.RoleCode = 'OPERATOR', by = world.paolo) =>
  by.call(contracts.invite, { email, name: 'Ivo', roleUniqueId: ROLE_IDS[role] });
const openIds = async () => (await world.paolo.call(contracts.listInvitations, {})).map(({ uniqueId }) => uniqueId);
const roleOf = async (who: SignedInClient) => (await who.call(contracts.getProfile, {})).role.code;
const expectNobody = async (email: string) =>
  expect(await query('select 1 from contacts where email = $1', [email])).toEqual([]);
const checkEmail = (email: string) => world.server.visitor().call(contracts.checkEmail, { email, appCode: 'earth' });

/** A test by the admin. */
async function tryOut(name: string): Promise<contracts.SignOnTested> {
  const { url, secret } = await world.paolo.call(contracts.startSignOnTest, {});
  const back = await new ProviderBrowser(world.provider).signIn(url, name);
  const ticket = (await world.server.visitor().raw(back)).headers.get('location')?.split('=').at(-1) ?? '';
  return await world.paolo.call(contracts.finishSignOnTest, { ticket, secret });
}

async function switchCodesOff(): Promise<void> {
  await tryOut('paolo');
  await world.paolo.call(contracts.switchCodes, { basedOn: (await world.settings()).version, areOff: true });
}

describe('an invitation by an admin', () => {
  test.each([
    ['outside of the company’s domains', true],
    ['although no accounts are made', false],
  ])('lets its address in %s, with its role, and is accepted', async (_, makesPeople) => {
    await world.connect({ makesPeople, defaultRole: 'ASSISTED' });
    const ivo = account();
    const { uniqueId: id } = await invite(ivo.email);
    const socket = await world.paolo.socket();
    const signedIn = await world.signIn(ivo.name);
    await socket.next(isPush('AddressBookChanged'));
    await socket.close();
    expect(await signedIn.call(contracts.getProfile, {})).toMatchObject({
      name: 'Ivo Rossi',
      email: ivo.email,
      role: { code: 'OPERATOR' },
    });
    const idsOf = async (who: SignedInClient) =>
      (await who.call(contracts.listAddressBook, {})).map(({ contact }) => contact.uniqueId);
    expect(await idsOf(world.paolo)).toContain(signedIn.contactId);
    expect(await idsOf(signedIn)).toEqual([world.paolo.contactId]);
    expect(await openIds()).not.toContain(id);
    // The line of the log names the person.
    expect(await query('select subject_id from changes where invitation_id = $1', [id])).toEqual([
      { subject_id: signedIn.contactId },
    ]);
    expect((await world.signIn(ivo.name)).contactId).toBe(signedIn.contactId);
  });

  test('leads to the provider from the page of the sign-in while e-mail and code are off', async () => {
    const [ivo, byOperator] = [account(), account()];
    const { uniqueId: id } = await invite(ivo.email);
    await invite(byOperator.email, 'ASSISTED', giulia);
    // Its code is accepted.
    await expect(checkEmail(ivo.email)).rejects.toEqual(refusal('unknownEmail'));
    await switchCodesOff();
    expect(await checkEmail(ivo.email)).toMatchObject([{ code: 'DEMO', singleSignOn: 'required' }]);
    await expect(checkEmail(byOperator.email)).rejects.toEqual(refusal('unknownEmail'));
    await world.paolo.call(contracts.revokeInvitation, { id });
    await expect(checkEmail(ivo.email)).rejects.toEqual(refusal('unknownEmail'));
  });

  test('gives its role within the company’s domains, too; of two the later one does, and both are accepted', async () => {
    const email = `${randomUUID()}@new.example`;
    const { name } = account({ email });
    const other = await addPerson(world.server, { role: 'ADMIN' });
    await invite(email, 'ADMIN');
    await query(`update invitations set sent_at = sent_at - interval '1 hour' where email = $1`, [email]);
    await invite(email, 'OPERATOR', other);
    const signedIn = await world.signIn(name);
    expect(await roleOf(signedIn)).toBe('OPERATOR');
    expect(await signedIn.call(contracts.listAddressBook, {})).toHaveLength(2);
  });

  test('does not override the rules of a claim, also not that nobody gets in without a value', async () => {
    const roles: contracts.SignOnConnection['roles'] = [{ value: 'field', role: 'ASSISTED' }];
    await world.connect({ roleClaim: 'roles', roles, defaultRole: undefined });
    const [field, none] = [account({ roles: ['field'] }), account()];
    for (const { email } of [field, none]) await invite(email, 'ADMIN');
    expect(await roleOf(await world.signIn(field.name))).toBe('ASSISTED');
    await expect(world.signIn(none.name)).rejects.toEqual(refusal('signOnNoRole'));
    await expectNobody(none.email);
  });

  test.each<[string, object, contracts.ErrorName]>([
    ['not verified', { email_verified: false }, 'signOnEmailUnverified'],
    ['another one', { email: 'other@elsewhere.example' }, 'signOnOtherDomain'],
  ])('lets nobody in whose address is %s', async (_, said, name) => {
    const ivo = account();
    await invite(ivo.email);
    world.provider.accounts.set(ivo.name, { email: ivo.email, email_verified: true, ...said });
    await expect(world.signIn(ivo.name)).rejects.toEqual(refusal(name));
    await expectNobody(ivo.email);
  });

  test('lets nobody in if it has expired, was revoked, or is of another company', async () => {
    const [late, revoked, theirs] = [account(), account(), account()];
    await invite(late.email);
    await query('update invitations set expires_at = $2 where email = $1', [late.email, world.server.clock.now()]);
    const { uniqueId: id } = await invite(revoked.email);
    await world.paolo.call(contracts.revokeInvitation, { id });
    const elena = await addPerson(world.server, { role: 'ADMIN', companyCode: 'TILES' });
    await invite(theirs.email, 'ADMIN', elena);
    for (const { email, name } of [late, revoked, theirs]) {
      await expect(world.signIn(name)).rejects.toEqual(refusal('signOnOtherDomain'));
      await expectNobody(email);
    }
  });

  test('is an admin’s no longer when the inviter is none', async () => {
    const ivo = account();
    const other = await addPerson(world.server, { role: 'ADMIN' });
    await invite(ivo.email, 'ADMIN', other);
    await world.paolo.call(contracts.changePerson, { personId: other.contactId, role: 'OPERATOR' });
    await expect(world.signIn(ivo.name)).rejects.toEqual(refusal('signOnOtherDomain'));
    await switchCodesOff();
    await expect(checkEmail(ivo.email)).rejects.toEqual(refusal('unknownEmail'));
  });

  test('lets nobody in when it is revoked at the same moment', async () => {
    const { pool } = world.server.context;
    const ivo = account();
    const { uniqueId: id } = await invite(ivo.email);
    const commit = await meanwhile(pool, `update invitations set revoked_at = now() where id = '${id}'`);
    const signedIn = world.signIn(ivo.name).catch((error: unknown) => error);
    await expect.poll(() => isWaiting(pool)).toBe(true);
    await commit();
    expect(await signedIn).toEqual(refusal('signOnOtherDomain'));
    await expectNobody(ivo.email);
  });

  test('shows its role in a test, which accepts nothing', async () => {
    const ivo = account();
    const { uniqueId: id } = await invite(ivo.email);
    expect(await tryOut(ivo.name)).toMatchObject({ role: 'OPERATOR', isYou: false });
    await expectNobody(ivo.email);
    expect(await openIds()).toContain(id);
  });

  test('makes one account of two first sign-ins at once', async () => {
    const ivo = account();
    await invite(ivo.email);
    const [one, other] = await Promise.all([world.signIn(ivo.name), world.signIn(ivo.name)]);
    expect(one.contactId).toBe(other.contactId);
  });
});

describe('an invitation by an operator', () => {
  test('lets nobody in whom the company does not, and is accepted by whom it does', async () => {
    const ivo = account();
    await invite(ivo.email, 'ASSISTED', giulia);
    await expect(world.signIn(ivo.name)).rejects.toEqual(refusal('signOnOtherDomain'));
    await world.connect({ makesPeople: false });
    await expect(world.signIn(ivo.name)).rejects.toEqual(refusal('signOnUnknown'));
    await expectNobody(ivo.email);

    await world.connect({ defaultRole: 'OPERATOR' });
    const email = `${randomUUID()}@new.example`;
    const { uniqueId: id } = await invite(email, 'ASSISTED', giulia);
    expect(await roleOf(await world.signIn(account({ email }).name))).toBe('OPERATOR');
    expect(await openIds()).not.toContain(id);
  });

  test('is one also if it was an admin’s, and the operator sends it to another address', async () => {
    const [ivo, accomplice] = [account(), account()];
    const { uniqueId: id } = await invite(ivo.email, 'ASSISTED');
    const again = await giulia.call(contracts.sendInvitationAgain, { id });
    expect(again.inviter.uniqueId).toBe(world.paolo.contactId);
    const changed = await giulia.call(contracts.sendInvitationAgain, { id, email: accomplice.email });
    expect(changed.inviter.uniqueId).toBe(giulia.contactId);
    await expect(world.signIn(accomplice.name)).rejects.toEqual(refusal('signOnOtherDomain'));
    await expectNobody(accomplice.email);
  });

  test('is one also if it was an admin’s that has expired, and the operator sends it again', async () => {
    const ivo = account();
    const { uniqueId: id } = await invite(ivo.email, 'ASSISTED');
    await query('update invitations set expires_at = $2 where id = $1', [id, world.server.clock.now()]);
    const again = await giulia.call(contracts.sendInvitationAgain, { id });
    expect([again.state, again.inviter.uniqueId]).toEqual(['open', giulia.contactId]);
    await expect(world.signIn(ivo.name)).rejects.toEqual(refusal('signOnOtherDomain'));
  });
});

test('a company that is full gets nobody new by its provider or by an invitation, and says so in both languages', async () => {
  await query(
    `insert into contacts (id, company_id, name, email, role, public_key, private_key, has_keys)
      select gen_random_uuid(), company.id, 'Crowd', 'crowd' || number || '@crowd.example', 'ASSISTED', '', '', false
      from (select id, (select count(*)::int from contacts where company_id = companies.id and not guest and not former) as people
        from companies where code = 'DEMO') as company, generate_series(1, $1 - company.people - 1) as number`,
    [contracts.PEOPLE_MAX],
  );
  const accept = async (email: string) => {
    const { code: invitationCode } = lastInvitation(world.server.context, email);
    const visitor = world.server.visitor();
    const device = { deviceId: visitor.deviceId, appOs: 'web', model: 'Test' } as const;
    return await visitor.call(contracts.register, { email, invitationCode, ...device });
  };
  const [bySignOn, byCode] = [account(), account()];
  for (const { email } of [bySignOn, byCode]) await invite(email);
  // There is one place.
  const outcomes = await Promise.allSettled([world.signIn(bySignOn.name), accept(byCode.email)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find((one) => one.status === 'rejected')?.reason).toEqual(refusal('companyFull'));

  const ivo = account();
  const { uniqueId: id } = await invite(ivo.email);
  await expect(world.signIn(account({ email: `${randomUUID()}@new.example` }).name)).rejects.toEqual(
    refusal('companyFull'),
  );
  await expect(accept(ivo.email)).rejects.toEqual(refusal('companyFull'));
  await expect(tryOut(ivo.name)).rejects.toEqual(refusal('companyFull'));
  for (const [language, words] of [
    ['en', 'as many people as it may have'],
    ['it', 'numero massimo di persone'],
  ] as const) {
    const { visitor, ticket, secret } = await world.goThrough(ivo.name);
    const body = new URLSearchParams({ ticket, secret, deviceId: visitor.deviceId, appOs: 'web', model: 'Test' });
    const headers = { 'accept-language': language };
    const refused = await visitor.raw('/services/auth?finishSignOn', { method: 'POST', body, headers });
    expect(JSON.stringify(refused.json)).toContain(words);
  }
  await expectNobody(ivo.email);
  // The invitation is not used up, and who is here already signs in.
  expect(await openIds()).toContain(id);
  await expect(world.server.signIn('operator')).resolves.toBeTruthy();
  await expect(world.signIn('paolo')).resolves.toBeTruthy();
});
