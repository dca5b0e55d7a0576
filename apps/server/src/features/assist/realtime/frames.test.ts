import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addPerson } from '../../../../testing/crowd';
import { type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import type { CallPass } from '../../../adapters/video/room-tokens';
import type { Principal } from '../../../http/principal';
import { createCallCoordinator } from '../calls/coordinator';
import { leave } from '../calls/transitions';
import type { Connection } from './connection';
import { createFrameHandler } from './frames';

let server: TestServer;
let giulia: SignedInClient;
let token: string;
let pass: CallPass;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  const luca = await addPerson(server, { role: 'ASSISTED' });
  giulia = await addPerson(server);
  const { call } = await luca.call(contracts.createCall, {
    subject: 's',
    targetContacts: [giulia.contactId],
    cryptoSchema: 0,
  });
  ({ token } = await giulia.call(contracts.joinCall, { id: call.uniqueId }));
  pass = await server.context.video.readToken(token);
});

/** Lets a page of Giulia's join the call's mesh; `meanwhile` runs while it is joining. */
async function join({ isOver = false, meanwhile = async () => {} } = {}) {
  const received: string[] = [];
  const page = { isOver, send: ({ type }: contracts.ServerFrame) => received.push(type) } as unknown as Connection;
  const { context } = server;
  const { mesh } = context.video;
  const joinAtOnce = mesh.join.bind(mesh);
  vi.spyOn(mesh, 'join').mockImplementationOnce(async (...into) => {
    const peers = await joinAtOnce(...into);
    await meanwhile();
    return peers;
  });
  const principal = { contactId: giulia.contactId, deviceId: pass.deviceId, guest: null } as Principal;
  const frame = { type: 'join', token, session: 'giulia-page' } as const;
  await createFrameHandler(context)(page, principal, frame);
  return received;
}

test('removes a page that joins the mesh while its contact leaves the call', async () => {
  const { context } = server;
  // The leave does not remove the page: it had not joined when that was done.
  const coordinator = createCallCoordinator({
    ...context,
    video: { ...context.video, remove: async () => {}, close: async () => {} },
  });
  const leaves = () => coordinator.apply(pass.callId, (state) => leave(state, giulia, context.clock.now()));
  const received = await join({ meanwhile: async () => void (await leaves()) });
  expect(received).toContain('joined');
  expect(await context.video.isConnected(pass)).toBe(false);
});

test('keeps the page of a contact who stays in the call', async () => {
  expect(await join()).toContain('joined');
  expect(await server.context.video.isConnected(pass)).toBe(true);
});

test('removes a page whose socket has closed meanwhile', async () => {
  expect(await join({ isOver: true })).toEqual([]);
  expect(await server.context.video.isConnected(pass)).toBe(false);
});
