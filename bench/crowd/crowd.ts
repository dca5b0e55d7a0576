/** A crowd of connected users on one server: each has an access token and a socket. This process holds all sockets. */
import { setTimeout as pause } from 'node:timers/promises';
import { type ClientFrame, CryptoSchema, createCall, joinCall, leaveCall, refreshToken } from '@earth/contracts';
import { sealText } from '@earth/crypto';
import type { TestServer } from '@earth/e2e/world/server';
import { type Api, type Credentials, connectApi } from './api';
import { type FrameSocket, openFrames } from './frames';
import { makePeople, type NewPerson } from './people';

/** Concurrent connects. */
const CONCURRENCY = 20;
/** Contacts are notified of each connect; after this time that is done. */
const SETTLE_MS = 5_000;

export interface CrowdPerson {
  readonly id: string;
  readonly credentials: Credentials;
  readonly socket: FrameSocket;
}

/** Two people who call each other, and the subject of their calls, sealed for both. */
export interface Pair {
  readonly caller: CrowdPerson;
  readonly callee: CrowdPerson;
  readonly subject: string;
}

export interface Crowd {
  /** Everyone belongs to one of them. */
  readonly pairs: readonly Pair[];
  readonly api: Api;
  close(): void;
}

/** Pushes by their name, other frames by their type. */
function kindOf(text: string): string {
  const frame = JSON.parse(text) as { type: string; messageType?: string };
  return frame.messageType ?? frame.type;
}

async function comeIn(
  server: TestServer,
  api: Api,
  apiKey: string,
  person: NewPerson,
  index: number,
): Promise<CrowdPerson> {
  const { id, deviceId } = person;
  const { token } = await api.ask(refreshToken, person, {
    'X-Api-Key': apiKey,
    'X-Device-Id': deviceId,
    'X-Timestamp': new Date().toISOString(),
    // Distinct addresses, because there is a limit per address for anonymous requests.
    'X-Forwarded-For': `10.0.${index >> 8}.${index & 0xff}`,
  });
  const socket = await openFrames(`${server.url.replace('http', 'ws')}/realtime`, kindOf);
  const ready = socket.next('ready');
  socket.send({ type: 'auth', token } satisfies ClientFrame);
  await ready;
  return { id, credentials: { Authorization: `Bearer ${token}` }, socket };
}

/** @param count the number of people, even */
export async function gatherCrowd(server: TestServer, count: number): Promise<Crowd> {
  const { apiKey } = (await (await fetch(`${server.url}/config.json`)).json()) as { apiKey: string };
  const api = connectApi(server.url);
  const people: CrowdPerson[] = [];
  const close = () => {
    for (const { socket } of people) socket.close();
    api.close();
  };
  try {
    const made = await makePeople(server, count);
    for (let from = 0; from < count; from += CONCURRENCY) {
      const some = made.slice(from, from + CONCURRENCY);
      people.push(...(await Promise.all(some.map((one, at) => comeIn(server, api, apiKey, one, from + at)))));
    }
    const pairs = await Promise.all(
      Array.from({ length: count / 2 }, async (_, at) => {
        const [caller, callee] = [people[2 * at], people[2 * at + 1]];
        if (!caller || !callee) throw new Error('A pair has two people');
        const readers = made.slice(2 * at, 2 * at + 2).map(({ id, publicKey }) => ({ uniqueId: id, publicKey }));
        return { caller, callee, subject: await sealText(CryptoSchema.v1, 'The pump has stopped', readers) };
      }),
    );
    await pause(SETTLE_MS);
    return { pairs, api, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** An open call of a pair, from the caller's view. */
export interface Ringing {
  readonly callUniqueId: string;
  readonly roomToken: string;
  /** From the caller's request to the frame at the callee's socket, in ms. */
  readonly ringMs: number;
}

export async function ring({ api }: Crowd, { caller, callee, subject }: Pair): Promise<Ringing> {
  const start = performance.now();
  const input = { subject, targetContacts: [callee.id], cryptoSchema: CryptoSchema.v1 };
  const [rung, { call, participant }] = await Promise.all([
    callee.socket.next('IncomingCall'),
    api.ask(createCall, input, caller.credentials),
  ]);
  return { callUniqueId: call.uniqueId, roomToken: participant.token, ringMs: rung - start };
}

/** Both join the call and, by their sockets, its media room. */
export async function meet({ api }: Crowd, { caller, callee }: Pair, { callUniqueId, roomToken }: Ringing) {
  const enter = async ({ socket }: CrowdPerson, token: string, session: string) => {
    const joined = socket.next('joined');
    socket.send({ type: 'join', token, session } satisfies ClientFrame);
    await joined;
  };
  // The caller joins while it rings.
  const [, { token }] = await Promise.all([
    enter(caller, roomToken, 'bench-caller'),
    api.ask(joinCall, { id: callUniqueId }, callee.credentials),
  ]);
  await Promise.all([caller.socket.next('peerJoined'), enter(callee, token, 'bench-callee')]);
}

/** The caller leaves, which ends the call for the other. */
export async function hangUp({ api }: Crowd, { caller, callee }: Pair, { callUniqueId }: Ringing) {
  await Promise.all([callee.socket.next('EndedCall'), api.ask(leaveCall, { id: callUniqueId }, caller.credentials)]);
}

export function pairOf(crowd: Crowd, at: number): Pair {
  const pair = crowd.pairs[at];
  if (!pair) throw new Error(`There is no pair ${at}`);
  return pair;
}
