/** A guest enters by a controller's link, is in one call, and is gone with it. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { openText, sealText } from '@earth/crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { contactOf } from '../../../../../testing/contacts';
import { addPerson } from '../../../../../testing/crowd';
import { isPush } from '../../../../../testing/frames';
import { codeOf, enter } from '../../../../../testing/guest';
import type { TestSocket } from '../../../../../testing/socket';
import {
  refusal,
  type SignedInClient,
  startTestServer,
  type TestServer,
} from '../../../../../testing/start-test-server';
import { sweepGuests } from './ends';

const DAY_MS = 24 * 3600_000;
const plain = { subject: 'Guest link', cryptoSchema: 0 } as const;

let server: TestServer;
let giulia: SignedInClient;
let socket: TestSocket;
beforeAll(async () => {
  server = await startTestServer({ MAX_USERS_IN_CALL: '3' });
});
afterAll(() => server.close());
beforeEach(async () => {
  giulia = await server.signIn('operator');
  socket = await giulia.socket();
});
afterEach(async () => {
  await giulia.call(contracts.deleteLockedCalls, {});
  await giulia.call(contracts.signOut, {});
  await socket.closed;
});

const makeLink = (callUniqueId?: string) =>
  giulia.call(contracts.makeGuestLink, callUniqueId === undefined ? {} : { callUniqueId });
const readLink = (code: string) => server.visitor().call(contracts.readGuestLink, { code });
const ring = (guest: SignedInClient) =>
  guest.call(contracts.createCall, { ...plain, targetContacts: [giulia.contactId] });

/** The end of another call that nobody answered may arrive in between. */
const isEndOf = (callUniqueId: string) => (frame: contracts.ServerFrame) =>
  isPush('EndedCall')(frame) && frame.messageContent.callUniqueId === callUniqueId;

/** A guest who has rung, and whose host has answered. */
async function talk() {
  const link = await makeLink();
  const guest = await enter(server, codeOf(link));
  const { call } = await ring(guest);
  await giulia.call(contracts.joinCall, { id: call.uniqueId });
  return { link, guest, callId: call.uniqueId };
}

describe('a link', () => {
  test('is created by controllers only, and not without a session', async () => {
    const luca = await server.signIn('assisted');
    await expect(luca.call(contracts.makeGuestLink, {})).rejects.toEqual(refusal('notAllowed'));
    await expect(luca.call(contracts.listGuestLinks, {})).rejects.toEqual(refusal('notAllowed'));
    await expect(server.visitor().call(contracts.makeGuestLink, {})).rejects.toEqual(refusal('notSignedIn'));
    await expect(server.visitor().call(contracts.listGuestLinks, {})).rejects.toEqual(refusal('notSignedIn'));
    const id = randomUUID();
    await expect(server.visitor().call(contracts.revokeGuestLink, { id })).rejects.toEqual(refusal('notSignedIn'));
    await expect(giulia.call(contracts.makeGuestLink, { callUniqueId: 'none' })).rejects.toEqual(
      refusal('invalidInput'),
    );
  });

  test('has its code behind the #, valid for a day, and the database does not contain it', async () => {
    const link = await makeLink();
    const { origin, pathname } = new URL(link.url);
    expect([origin, pathname]).toEqual([server.url, '/guest']);
    const bytes = vi.spyOn(server.context.random, 'bytes');
    const { url } = await makeLink();
    expect(bytes.mock.results.map(({ value }) => (value as Buffer).toString('base64url'))).toContain(
      codeOf({ ...link, url }),
    );
    expect(Buffer.from(codeOf(link), 'base64url').length * 8).toBe(192);
    expect(Date.parse(link.expirationDate) - Date.parse(link.date)).toBe(DAY_MS);
    const { rows } = await server.context.pool.query('select * from guest_links');
    expect(JSON.stringify(rows)).not.toContain(codeOf(link));
    await expect(readLink(codeOf(link))).resolves.toEqual({
      host: { name: 'Giulia Ferri' },
      companyName: 'Demo Water Works',
    });
  });

  test('is listed and revoked by its maker only', async () => {
    const link = await makeLink();
    const { url: _, ...shown } = link;
    expect(await giulia.call(contracts.listGuestLinks, {})).toContainEqual(shown);
    for (const other of [await server.signIn('operator2'), await server.signIn('tilesOperator')]) {
      expect(await other.call(contracts.listGuestLinks, {})).toEqual([]);
      await expect(other.call(contracts.revokeGuestLink, { id: link.uniqueId })).rejects.toEqual(refusal('notFound'));
    }
    await giulia.call(contracts.revokeGuestLink, { id: link.uniqueId });
    expect(await giulia.call(contracts.listGuestLinks, {})).not.toContainEqual(shown);
    await expect(readLink(codeOf(link))).rejects.toEqual(refusal('guestLinkRevoked'));
    await expect(enter(server, codeOf(link))).rejects.toEqual(refusal('guestLinkRevoked'));
    await expect(giulia.call(contracts.revokeGuestLink, { id: link.uniqueId })).rejects.toEqual(refusal('notFound'));
  });

  test('expires after a day', async () => {
    const link = await makeLink();
    await server.context.pool.query(`update guest_links set expires_at = now() - interval '1 second' where id = $1`, [
      link.uniqueId,
    ]);
    await expect(readLink(codeOf(link))).rejects.toEqual(refusal('guestLinkExpired'));
    await expect(enter(server, codeOf(link))).rejects.toEqual(refusal('guestLinkExpired'));
  });

  test('admits one guest, also of two concurrent ones', async () => {
    const code = codeOf(await makeLink());
    const both = await Promise.allSettled([enter(server, code, 'Rosa'), enter(server, code, 'Viola')]);
    const refused = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toEqual([refusal('guestLinkUsed')]);
    await expect(readLink(code)).rejects.toEqual(refusal('guestLinkUsed'));
  });

  test('opens again for the device whose answer was lost, under the name that is given then', async () => {
    const code = codeOf(await makeLink());
    const lost = await enter(server, code);
    const { deviceId } = lost;
    const seen = await server.visitor(deviceId).call(contracts.readGuestLink, { code });
    expect(seen.host.name).toBe('Giulia Ferri');
    await expect(readLink(code)).rejects.toEqual(refusal('guestLinkUsed'));
    await expect(enter(server, code)).rejects.toEqual(refusal('guestLinkUsed'));

    const seal = vi.spyOn(server.context.secrets.columnSeal, 'seal');
    const guest = await enter(server, code, 'Rosa Verdi', deviceId);
    expect(guest.contactId).toBe(lost.contactId);
    // They have keys already.
    expect(seal).not.toHaveBeenCalled();
    seal.mockRestore();
    const former = server.visitor(deviceId).call(contracts.refreshToken, { refreshToken: lost.refreshToken, deviceId });
    await expect(former).rejects.toEqual(refusal('sessionEnded'));
    const { call } = await ring(guest);
    expect((await socket.next(isPush('IncomingCall'))).messageContent.caller.name).toBe('Rosa Verdi');
    await guest.reader();

    await expect(enter(server, code, 'Rosa Verdi', deviceId)).rejects.toEqual(refusal('guestLinkUsed'));
    await giulia.call(contracts.joinCall, { id: call.uniqueId });
    await giulia.call(contracts.leaveCall, { id: call.uniqueId });
    await expect(enter(server, code, 'Rosa Verdi', deviceId)).rejects.toEqual(refusal('guestLinkOver'));
  });

  test('admits a device once, also for two concurrent requests', async () => {
    const code = codeOf(await makeLink());
    const { deviceId } = server.visitor();
    const both = await Promise.all([enter(server, code, 'Rosa', deviceId), enter(server, code, 'Rosa', deviceId)]);
    expect(new Set(both.map(({ contactId }) => contactId)).size).toBe(1);
  });

  test.each(['', '   ', 'a'.repeat(101), 'Ro\nsa', 'Ro\u2028sa'])('takes no name like %j', async (name) => {
    await expect(enter(server, codeOf(await makeLink()), name)).rejects.toEqual(refusal('invalidInput'));
  });

  test('is created at most two hundred times a day per person', async () => {
    await server.context.pool.query(
      `insert into guest_links (id, company_id, maker_id, hash, created_at, expires_at, revoked_at)
       select gen_random_uuid(), company_id, id, 'link ' || i, $2::timestamptz - make_interval(mins => 60), $2, $2
       from contacts, generate_series(1, 200) i where id = $1`,
      [giulia.contactId, server.clock.now()],
    );
    const { status, headers } = await giulia.raw('/services/calls/guest-links', { method: 'POST' });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after')) / 3600).toBeCloseTo(23, 1);
    await expect(makeLink()).rejects.toEqual(refusal('tooManyToday'));
    const marco = await server.signIn('operator2');
    await expect(marco.call(contracts.makeGuestLink, {})).resolves.toHaveProperty('guestName', null);
    await server.context.pool.query(`delete from guest_links where hash like 'link %'`);
    await expect(makeLink()).resolves.toHaveProperty('guestName', null);
  });

  test('cannot be guessed: a wrong code reveals nothing, and an address has sixty attempts a minute', async () => {
    const fresh = await startTestServer();
    try {
      const guess = () => fresh.visitor().call(contracts.readGuestLink, { code: randomUUID() });
      for (let tries = 0; tries < 60; tries += 1) await expect(guess()).rejects.toEqual(refusal('invalidCode'));
      await expect(guess()).rejects.toEqual(refusal('tooManyTries'));
    } finally {
      await fresh.close();
    }
  });
});

describe('a guest', () => {
  test('rings the host, under their name and with keys of their own', async () => {
    const guest = await enter(server, codeOf(await makeLink()), '  Rosa Blu ');
    const host = await giulia.reader();
    const { rows } = await server.context.pool.query<{ id: string; public_key: string }>(
      'select id, public_key from contacts where id = any($1)',
      [[guest.contactId, giulia.contactId]],
    );
    const people = rows.map((row) => ({ uniqueId: row.id, publicKey: row.public_key }));
    const subject = await sealText(1, 'The boiler', people);
    await guest.call(contracts.createCall, { subject, cryptoSchema: 1, targetContacts: [giulia.contactId] });
    const { messageContent } = await socket.next(isPush('IncomingCall'));
    expect(messageContent.caller).toMatchObject({ name: 'Rosa Blu', isGuest: true, role: { code: 'ASSISTED' } });
    await expect(openText(1, messageContent.call.subject, host)).resolves.toBe('The boiler');
    await expect(openText(1, messageContent.call.subject, await guest.reader())).resolves.toBe('The boiler');
  });

  test('rings with the call id for which they have signed the subject', async () => {
    const guest = await enter(server, codeOf(await makeLink()));
    const uniqueId = randomUUID();
    const place = { kind: 'subject', within: uniqueId, id: null } as const;
    const host = await contactOf(giulia, 'operator');
    const subject = await sealText(2, 'The boiler', [host], { sender: await guest.reader(), place });
    await guest.call(contracts.createCall, {
      uniqueId,
      subject,
      cryptoSchema: 2,
      targetContacts: [giulia.contactId],
    });
    const { call, caller } = (await socket.next(isPush('IncomingCall'))).messageContent;
    const origin = { sender: caller, place: { ...place, within: call.uniqueId } };
    await expect(openText(2, call.subject, await giulia.reader(), origin)).resolves.toBe('The boiler');
  });

  test('may ring again if nobody answered', async () => {
    const code = codeOf(await makeLink());
    const guest = await enter(server, code);
    const { call } = await ring(guest);
    await giulia.call(contracts.declineCall, { id: call.uniqueId });
    const again = await ring(guest);
    await giulia.call(contracts.joinCall, { id: again.call.uniqueId });
    expect(again.call.uniqueId).not.toBe(call.uniqueId);
    await guest.call(contracts.leaveCall, { id: again.call.uniqueId });
    await expect(ring(guest)).rejects.toEqual(refusal('sessionEnded'));
  });

  test('calls nobody but the host, and is called and found by nobody', async () => {
    const marco = await server.signIn('operator2');
    const guest = await enter(server, codeOf(await makeLink()));
    const others = { ...plain, targetContacts: [marco.contactId] };
    await expect(guest.call(contracts.createCall, others)).rejects.toEqual(refusal('notFound'));
    await expect(guest.call(contracts.createCall, { ...plain, targetContacts: [], forHelp: true })).rejects.toEqual(
      refusal('notFound'),
    );
    const contactUniqueId = guest.contactId;
    await expect(giulia.call(contracts.addToAddressBook, { contactUniqueId })).rejects.toEqual(refusal('notFound'));
    await expect(giulia.call(contracts.createCall, { ...plain, targetContacts: [contactUniqueId] })).rejects.toEqual(
      refusal('notFound'),
    );
    await expect(
      giulia.call(contracts.createRoom, {
        subject: '',
        targetContacts: [contactUniqueId],
        isGroup: false,
        cryptoSchema: 0,
      }),
    ).rejects.toEqual(refusal('notFound'));
  });

  test('joins the call of the link without a ring', async () => {
    const marco = await addPerson(server);
    const running = await giulia.call(contracts.createCall, { ...plain, targetContacts: [marco.contactId] });
    const id = running.call.uniqueId;
    await marco.call(contracts.joinCall, { id });
    await expect(marco.call(contracts.makeGuestLink, { callUniqueId: randomUUID() })).rejects.toEqual(
      refusal('notFound'),
    );
    const guest = await enter(server, codeOf(await makeLink(id)));
    const { call, participant } = await ring(guest);
    expect(call.uniqueId).toBe(id);
    expect(
      Object.fromEntries(participant.callTargets.map(({ contact, state }) => [contact.name, state])),
    ).toMatchObject({
      'Giulia Ferri': 'joined',
      'Rosa Blu': 'joined',
    });
    await socket.next(isPush('TargetsChanged'));
    // Leaving ends the call for the guest; the others go on.
    await guest.call(contracts.leaveCall, { id });
    await expect(guest.call(contracts.listOnlineCalls, {})).rejects.toEqual(refusal('sessionEnded'));
    expect((await giulia.call(contracts.getCall, { id })).state).toBe('open');
  });

  test('is refused by a full call, and by a closed one', async () => {
    const [marco, sara] = [await addPerson(server), await addPerson(server)];
    const targetContacts = [marco.contactId, sara.contactId];
    const { call } = await giulia.call(contracts.createCall, { ...plain, targetContacts });
    for (const person of [marco, sara]) await person.call(contracts.joinCall, { id: call.uniqueId });
    const codes = [codeOf(await makeLink(call.uniqueId)), codeOf(await makeLink(call.uniqueId))] as const;
    const guest = await enter(server, codes[0]);
    await expect(ring(guest)).rejects.toEqual(refusal('callFull'));
    for (const person of [giulia, marco]) await person.call(contracts.leaveCall, { id: call.uniqueId });
    await expect(ring(guest)).rejects.toEqual(refusal('sessionEnded'));
    await expect(readLink(codes[1])).rejects.toEqual(refusal('guestLinkOver'));
  });
});

describe('the end', () => {
  test('ends with the call: the session and the keys are gone, the name stays in the history', async () => {
    const { link, guest, callId } = await talk();
    const guestSocket = await guest.socket();
    await giulia.call(contracts.leaveCall, { id: callId });
    await guestSocket.next(isPush('EndedCall'));
    await guestSocket.next(isPush('SessionEnded'));
    expect(await guestSocket.closed).toBe(4401);
    await expect(guest.call(contracts.listCallMessages, { id: callId })).rejects.toEqual(refusal('sessionEnded'));
    const { deviceId, refreshToken } = guest;
    await expect(server.visitor(deviceId).call(contracts.refreshToken, { refreshToken, deviceId })).rejects.toEqual(
      refusal('sessionEnded'),
    );
    await expect(readLink(codeOf(link))).rejects.toEqual(refusal('guestLinkOver'));
    await expect(enter(server, codeOf(link))).rejects.toEqual(refusal('guestLinkOver'));
    const { rows } = await server.context.pool.query('select private_key from contacts where id = $1', [
      guest.contactId,
    ]);
    expect(rows).toEqual([{ private_key: '' }]);
    const { items } = await giulia.call(contracts.listCalls, {});
    expect(items[0]?.participants.map(({ contact }) => contact.name)).toContain('Rosa Blu');
  });

  test('ends with the revocation, in the middle of the call', async () => {
    const { link, guest, callId } = await talk();
    const guestSocket = await guest.socket();
    await giulia.call(contracts.revokeGuestLink, { id: link.uniqueId });
    expect(await guestSocket.closed).toBe(4401);
    await socket.next(isEndOf(callId));
    expect((await giulia.call(contracts.getCall, { id: callId })).state).toBe('closed');
    await expect(guest.call(contracts.joinCall, { id: callId })).rejects.toEqual(refusal('sessionEnded'));
    await expect(readLink(codeOf(link))).rejects.toEqual(refusal('guestLinkRevoked'));
  });

  test('ends with the time, however the session is used: a refresh does not prolong it', async () => {
    const { link, guest, callId } = await talk();
    const { deviceId, refreshToken } = guest;
    const renewed = await server.visitor(deviceId).call(contracts.refreshToken, { refreshToken, deviceId });
    guest.token = renewed.token;
    const { rows } = await server.context.pool.query('select expires_at from sessions where contact_id = $1', [
      guest.contactId,
    ]);
    expect(rows).toEqual([{ expires_at: new Date(link.expirationDate) }]);
    await server.context.pool.query(`update guest_links set expires_at = now() - interval '1 second' where id = $1`, [
      link.uniqueId,
    ]);
    await sweepGuests(server.context);
    await expect(guest.call(contracts.joinCall, { id: callId })).rejects.toEqual(refusal('sessionEnded'));
    await socket.next(isEndOf(callId));
    await expect(readLink(codeOf(link))).rejects.toEqual(refusal('guestLinkExpired'));
  });

  test('deletes a guest who was in no call, and keeps the name of one who was', async () => {
    const { guest: seen, callId } = await talk();
    await giulia.call(contracts.leaveCall, { id: callId });
    const unseen = await enter(server, codeOf(await makeLink()));
    await server.context.pool.query(
      `update guest_links set created_at = created_at - interval '40 days', expires_at = expires_at - interval '40 days'`,
    );
    await sweepGuests(server.context);
    await sweepGuests(server.context);
    const { rows } = await server.context.pool.query('select id from contacts where id = any($1)', [
      [seen.contactId, unseen.contactId],
    ]);
    expect(rows).toEqual([{ id: seen.contactId }]);
    expect(await giulia.call(contracts.listGuestLinks, {})).toEqual([]);
  });
});
