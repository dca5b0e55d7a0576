/** Guests and their links when their host is on one server and they are on the other. */
import * as contracts from '@earth/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepGuests } from '../src/features/assist/calls/guests/ends';
import { addPerson } from '../testing/crowd';
import { isFrame, isPush } from '../testing/frames';
import { codeOf, enter } from '../testing/guest';
import { hasRedis } from '../testing/redis';
import type { TestSocket } from '../testing/socket';
import { refusal, type SignedInClient, type TestServer } from '../testing/start-test-server';
import { startTwoServers, type TwoServers } from '../testing/two-servers';

describe.skipIf(!hasRedis)('a guest on another server than the host', () => {
  let servers: TwoServers;
  let one: TestServer;
  let other: TestServer;
  /** The host, on the first server. */
  let giulia: SignedInClient;
  let socket: TestSocket;

  beforeAll(async () => {
    servers = await startTwoServers({ MAX_USERS_IN_CALL: '3' });
    ({ one, other } = servers);
  });
  afterAll(() => servers.close());
  beforeEach(async () => {
    giulia = await addPerson(one);
    socket = await giulia.socket();
  });
  afterEach(() => socket.close());

  async function come(callUniqueId?: string) {
    const link = await giulia.call(contracts.makeGuestLink, callUniqueId === undefined ? {} : { callUniqueId });
    const guest = await enter(other, codeOf(link));
    return { link, guest, guestSocket: await guest.socket() };
  }

  const ring = (guest: SignedInClient) =>
    guest.call(contracts.createCall, { subject: 's', targetContacts: [giulia.contactId], cryptoSchema: 0 });

  /** A guest who has rung, and whose host has answered. */
  async function talk() {
    const { link, guest, guestSocket } = await come();
    const { call, participant } = await ring(guest);
    const { messageContent } = await socket.next(isPush('IncomingCall'));
    expect(messageContent.caller).toMatchObject({ uniqueId: guest.contactId, isGuest: true, availability: 2 });
    const { token } = await giulia.call(contracts.joinCall, { id: call.uniqueId });
    return { link, guest, guestSocket, id: call.uniqueId, tokens: { guest: participant.token, host: token } };
  }

  async function goneFrom(guest: SignedInClient, guestSocket: TestSocket): Promise<void> {
    await guestSocket.next(isPush('SessionEnded'));
    expect(await guestSocket.closed).toBe(4401);
    await expect(guest.call(contracts.listOnlineCalls, {})).rejects.toEqual(refusal('sessionEnded'));
  }

  test('rings, joins one mesh with the host, and is gone with the call', async () => {
    const { guest, guestSocket, id, tokens } = await talk();
    socket.send({ type: 'join', token: tokens.host, session: 'host-page' });
    await socket.next(isFrame('joined'));
    guestSocket.send({ type: 'join', token: tokens.guest, session: 'guest-page' });
    expect((await guestSocket.next(isFrame('joined'))).peers).toEqual([
      { contactUniqueId: giulia.contactId, session: 'host-page' },
    ]);
    await socket.next(isFrame('peerJoined'));

    await giulia.call(contracts.leaveCall, { id });
    await guestSocket.next(isPush('EndedCall'));
    await goneFrom(guest, guestSocket);
  });

  test('is removed by the revocation, in the middle of the call', async () => {
    const { link, guest, guestSocket, id } = await talk();
    await giulia.call(contracts.revokeGuestLink, { id: link.uniqueId });
    await goneFrom(guest, guestSocket);
    await socket.next(isPush('EndedCall'));
    expect((await giulia.call(contracts.getCall, { id })).state).toBe('closed');
  });

  test('joins a running call, and is gone with it although the connection is lost by then', async () => {
    const luca = await addPerson(one, { role: 'ASSISTED' });
    const { call } = await giulia.call(contracts.createCall, {
      subject: 's',
      targetContacts: [luca.contactId],
      cryptoSchema: 0,
    });
    const id = call.uniqueId;
    await luca.call(contracts.joinCall, { id });
    const { guest, guestSocket } = await come(id);
    const late = await come(id);
    await ring(guest);
    await socket.next(isPush('TargetsChanged'));
    const people = await giulia.call(contracts.listParticipants, { id });
    expect(people.filter(({ state }) => state === 'joined')).toHaveLength(3);

    await guest.call(contracts.leaveCall, { id });
    await goneFrom(guest, guestSocket);
    await luca.call(contracts.leaveCall, { id });
    await goneFrom(late.guest, late.guestSocket);
  });

  test('whose time is over is notified once, although both servers check it', async () => {
    const { link, guest, guestSocket } = await talk();
    const past = new Date(one.clock.now().getTime() - 1000);
    await one.context.pool.query('update guest_links set expires_at = $2 where id = $1', [link.uniqueId, past]);
    await Promise.all([one, other].map(({ context }) => sweepGuests(context)));
    await goneFrom(guest, guestSocket);
    expect(guestSocket.unread.filter(isPush('SessionEnded'))).toEqual([]);
    await socket.next(isPush('EndedCall'));
  });
});
