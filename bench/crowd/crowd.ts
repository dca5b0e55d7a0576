/** A crowd of connected users: each has an access token and a socket, on one server or another. This process holds all sockets. */
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
  /** Of the server that serves this person. */
  readonly origin: string;
  readonly api: Api;
  readonly socket: FrameSocket;
  /** Opens another socket. */
  connect(): Promise<FrameSocket>;
}

/** A server, as people reach it. */
interface Door {
  readonly origin: string;
  readonly api: Api;
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
  close(): void;
}

/** Pushes by their name, other frames by their type. */
function kindOf(text: string): string {
  const frame = JSON.parse(text) as { type: string; messageType?: string };
  return frame.messageType ?? frame.type;
}

async function connect(origin: string, token: string): Promise<FrameSocket> {
  const socket = await openFrames(`${origin.replace('http', 'ws')}/realtime`, kindOf);
  const ready = socket.next('ready');
  socket.send({ type: 'auth', token } satisfies ClientFrame);
  await ready;
  return socket;
}

async function comeIn({ origin, api }: Door, apiKey: string, person: NewPerson, index: number): Promise<CrowdPerson> {
  const { id, deviceId } = person;
  const { token } = await api.ask(refreshToken, person, {
    'X-Api-Key': apiKey,
    'X-Device-Id': deviceId,
    'X-Timestamp': new Date().toISOString(),
    // Distinct addresses, because there is a limit per address for anonymous requests.
    'X-Forwarded-For': `10.0.${index >> 8}.${index & 0xff}`,
  });
  const credentials = { Authorization: `Bearer ${token}` };
  const socket = await connect(origin, token);
  return { id, credentials, origin, api, socket, connect: () => connect(origin, token) };
}

/** Servers on one database, which is in the folder of a server. */
export interface Servers {
  readonly dataDir: string;
  readonly origins: readonly string[];
}

export const only = ({ dataDir, url }: TestServer): Servers => ({ dataDir, origins: [url] });

/** @param count the number of people, even, who are spread over the servers */
export async function gatherCrowd({ dataDir, origins }: Servers, count: number): Promise<Crowd> {
  const { apiKey } = (await (await fetch(`${origins[0] ?? ''}/config.json`)).json()) as { apiKey: string };
  const doors = origins.map((origin): Door => ({ origin, api: connectApi(origin) }));
  const people: CrowdPerson[] = [];
  const close = () => {
    for (const { socket } of people) socket.close();
    for (const { api } of doors) api.close();
  };
  try {
    const made = await makePeople(dataDir, count);
    for (let from = 0; from < count; from += CONCURRENCY) {
      const some = made.slice(from, from + CONCURRENCY);
      const entering = some.map((one, at) => {
        const door = doors[(from + at) % doors.length];
        if (!door) throw new Error('There is no server');
        return comeIn(door, apiKey, one, from + at);
      });
      people.push(...(await Promise.all(entering)));
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
    return { pairs, close };
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

export async function ring({ caller, callee, subject }: Pair): Promise<Ringing> {
  const start = performance.now();
  const input = { subject, targetContacts: [callee.id], cryptoSchema: CryptoSchema.v1 };
  const [rung, { call, participant }] = await Promise.all([
    callee.socket.next('IncomingCall'),
    caller.api.ask(createCall, input, caller.credentials),
  ]);
  return { callUniqueId: call.uniqueId, roomToken: participant.token, ringMs: rung - start };
}

/** Both join the call and, by their sockets, its media room. */
export async function meet({ caller, callee }: Pair, { callUniqueId, roomToken }: Ringing) {
  const enter = async ({ socket }: CrowdPerson, token: string, session: string) => {
    const joined = socket.next('joined');
    socket.send({ type: 'join', token, session } satisfies ClientFrame);
    await joined;
  };
  // The caller joins while it rings.
  const [, { token }] = await Promise.all([
    enter(caller, roomToken, 'bench-caller'),
    callee.api.ask(joinCall, { id: callUniqueId }, callee.credentials),
  ]);
  await Promise.all([caller.socket.next('peerJoined'), enter(callee, token, 'bench-callee')]);
}

/** The caller leaves, which ends the call for the other. */
export async function hangUp({ caller, callee }: Pair, { callUniqueId }: Ringing) {
  await Promise.all([
    callee.socket.next('EndedCall'),
    caller.api.ask(leaveCall, { id: callUniqueId }, caller.credentials),
  ]);
}

export function pairOf(crowd: Crowd, at: number): Pair {
  const pair = crowd.pairs[at];
  if (!pair) throw new Error(`There is no pair ${at}`);
  return pair;
}
