/**
 * People write into a room as fast as they are answered, the server is killed, perhaps with its database, and started again
 * on the same data. What it had answered must be there once, and so must what is then sent again under the same `clientId`.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as contracts from '@earth/contracts';
import { SignedInClient, TestClient } from './client';
import { isPush } from './frames';
import { people, type PersonKey } from './people';
import { cleanUp, databaseProcess, isRunning, makeFolder, ServerProcess } from './server-process';
import type { TestSocket } from './socket';

type Message = contracts.RoomMessage;

const WRITERS: readonly PersonKey[] = ['operator', 'operator2', 'assisted', 'assisted2', 'admin', 'multi'];
/** The server is killed after so many answers at most: at once in half of the runs, or so many ms later at most. */
const ANSWERS_MAX = 300;
const LATER_MS_MAX = 30;
/** What each writer goes on with once the server is there again. */
export const MESSAGES_AFTER = 5;

export interface Killing {
  /** Chooses the moment; what the server is doing then is another thing each time. */
  readonly seed: number;
  readonly withDatabase: boolean;
}

export interface KillingResult {
  /** Messages that were answered when the server was killed. */
  readonly answered: number;
  /** Messages that were sent and never answered. */
  readonly unanswered: number;
  /** Those of them that were there after the restart, and were sent again nevertheless. */
  readonly kept: number;
  /** All that the room has in the end. */
  readonly messages: number;
}

/** The folder of a server that has started once: a run begins with a copy, which is quicker than making its data. */
export async function makeTemplate(): Promise<string> {
  const folder = await makeFolder();
  const server = startIn(folder);
  await server.ready();
  server.kill('SIGTERM');
  await server.ended;
  return folder;
}

/**
 * One run, on a server and data of its own.
 * @param template whose data it begins with
 * @throws AssertionError where a message is lost, doubled or out of its place
 */
export async function killUnderLoad(template: string, { seed, withDatabase }: Killing): Promise<KillingResult> {
  const folder = await makeFolder();
  const servers: ServerProcess[] = [];
  const start = async () => {
    const server = startIn(folder);
    servers.push(server);
    return { server, url: await server.ready() };
  };
  try {
    // Modes and owners count: the database may run as its own user.
    await promisify(execFile)('cp', ['-a', `${template}/.`, folder]);
    const { server, url } = await start();
    const writers: SignedInClient[] = [];
    for (const person of WRITERS) writers.push(await signIn(server, url, person));
    const [reader] = writers;
    if (!reader) throw new Error('Nobody writes');
    const load = new Load(await makeRoom(reader, writers));
    const socket = await reader.socket();

    const [answers, later] = momentOf(seed);
    const written = writers.map((writer, at) => load.writeUntilKilled(writer, `${at}`));
    await Promise.race([load.reaches(answers), ...written]);
    if (later > 0) await delay(later);
    const pids = [...(withDatabase ? await databaseProcesses(folder) : []), server.pid];
    load.isKilled = true;
    await kill(pids);
    const unanswered = await Promise.all(written);
    const answered = load.answered.length;

    const again = await start();
    const returned = reader.at(again.url);
    const kept = await readRoom(returned, load.roomId);
    const told = toldBy(socket);
    checkTold(told, kept);
    await checkCatchUp(returned, told, kept);
    const nextSocket = await returned.socket();
    await Promise.all(
      writers.map((writer, at) => load.writeAgain(writer.at(again.url), unanswered[at] ?? '', `${at} again`)),
    );

    const room = await readRoom(returned, load.roomId);
    // What the answers said is what is there, and nothing else is: each once, at the positions 1, 2, 3 …
    deepStrictEqual(load.answered.toSorted(byPosition).map(line), room.map(line));
    deepStrictEqual(
      room.map(({ position }) => position),
      room.map((_, at) => at + 1),
    );
    checkTold([...told, ...toldBy(nextSocket)], room);
    const wereKept = new Set(kept.map(({ clientId }) => clientId));
    return {
      answered,
      unanswered: unanswered.length,
      kept: unanswered.filter((clientId) => wereKept.has(clientId)).length,
      messages: room.length,
    };
  } finally {
    await cleanUp(folder, servers);
  }
}

const startIn = (folder: string) => new ServerProcess(folder, { DATA_DIR: 'data', DEMO: 'true', LOG_LEVEL: 'error' });

/** The result in a line. */
export const describeKilling = ({ seed, withDatabase }: Killing, result: KillingResult): string =>
  `seed ${seed}, the server${withDatabase ? ' and its database' : ''} killed after ${result.answered} answers: of ` +
  `${result.unanswered} unanswered messages ${result.kept} were there; in the end ${result.messages}, each once`;

/** Writes, and keeps what was answered. */
class Load {
  readonly roomId: string;
  readonly answered: Message[] = [];
  isKilled = false;
  #onAnswer: () => void = () => undefined;

  constructor(roomId: string) {
    this.roomId = roomId;
  }

  /** Resolves after so many answers. */
  reaches(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#onAnswer = () => {
        if (this.answered.length >= count) resolve();
      };
    });
  }

  /** One message after the other. @returns the `clientId` of the one that was not answered */
  async writeUntilKilled(writer: SignedInClient, name: string): Promise<string> {
    for (let count = 1; ; count += 1) {
      const clientId = `${name}.${count}`;
      try {
        await this.#write(writer, clientId);
      } catch (error) {
        if (!this.isKilled) throw error;
        return clientId;
      }
    }
  }

  /** What was not answered again, and then some more. */
  async writeAgain(writer: SignedInClient, clientId: string, name: string): Promise<void> {
    await this.#write(writer, clientId);
    for (let count = 1; count <= MESSAGES_AFTER; count += 1) await this.#write(writer, `${name}.${count}`);
  }

  async #write(writer: SignedInClient, clientId: string): Promise<void> {
    const message = { id: this.roomId, message: `Text of ${clientId}`, cryptoSchema: 0, clientId } as const;
    this.answered.push(await writer.call(contracts.sendRoomMessage, message));
    this.#onAnswer();
  }
}

/** After how many answers, and how many ms after that one. */
function momentOf(seed: number): [answers: number, later: number] {
  const chance = createHash('sha256').update(`${seed}`).digest();
  const later = (chance.readUInt32BE(4) % (2 * LATER_MS_MAX)) - LATER_MS_MAX;
  return [1 + (chance.readUInt32BE(0) % ANSWERS_MAX), Math.max(0, later)];
}

/** With the code from the mail that the server prints. */
export async function signIn(
  server: Pick<ServerProcess, 'said'>,
  url: string,
  person: PersonKey,
): Promise<SignedInClient> {
  const { email, customCode } = people[person];
  const { apiKey } = (await (await fetch(`${url}/config.json`)).json()) as { readonly apiKey: string };
  const deviceId = randomUUID();
  const headers = () => ({ 'x-api-key': apiKey, 'x-device-id': deviceId, 'x-timestamp': new Date().toISOString() });
  const visitor = new TestClient({ url, deviceId, headers });
  await visitor.call(contracts.confirmCode, { email, customCode, deviceId });
  const password = await server.said(new RegExp(`Mail to ${email}: (\\d{6})`));
  const device = { deviceId, appOs: 'web', model: 'Test' } as const;
  const login = await visitor.call(contracts.signIn, { email, customCode, password, ...device });
  const { uniqueId } = await SignedInClient.of(visitor, '', login).call(contracts.getProfile, {});
  return SignedInClient.of(visitor, uniqueId, login);
}

async function makeRoom(maker: SignedInClient, crowd: readonly SignedInClient[]): Promise<string> {
  const targetContacts = crowd.map(({ contactId }) => contactId);
  const group = { subject: 'Killed', targetContacts, isGroup: true, cryptoSchema: 0 } as const;
  return (await maker.call(contracts.createRoom, group)).uniqueId;
}

/** The database and the processes that it has started, those of the server's connections too. */
async function databaseProcesses(folder: string): Promise<number[]> {
  const postmaster = await databaseProcess(join(folder, 'data'));
  if (postmaster === null) throw new Error('No database runs');
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(() => '');
  return [postmaster, ...children.split(' ').map(Number).filter(Boolean)];
}

/** @param pids the first dies first, and others may follow it by themselves; resolves when none runs any more */
async function kill(pids: readonly number[]): Promise<void> {
  for (const pid of pids) killIfThere(pid);
  for (const pid of pids) while (await isRunning(pid)) await delay(5);
}

function killIfThere(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** All messages of a room, page by page from the end. */
async function readRoom(reader: SignedInClient, id: string, before?: string): Promise<Message[]> {
  const page = await reader.call(contracts.listRoomMessages, { id, toId: before, limit: 50 });
  const [first] = page;
  return first ? [...(await readRoom(reader, id, first.uniqueId)), ...page] : [];
}

/** The messages that a socket has brought. */
const toldBy = (socket: TestSocket): Message[] =>
  socket.unread.filter(isPush('RoomMessage')).map(({ messageContent }) => messageContent.roomMessage);

const byPosition = (one: Message, other: Message) => one.position - other.position;
const line = ({ position, clientId, uniqueId, message, sender }: Message) =>
  [position, clientId, uniqueId, message, sender.uniqueId].join(' ');

/** Whoever asks for what has come since the last message that they know without a gap has the room, each message once. */
async function checkCatchUp(reader: SignedInClient, told: readonly Message[], room: readonly Message[]): Promise<void> {
  const known = told.toSorted(byPosition).filter(({ position }, at) => position === at + 1);
  for (let last = known.at(-1); last; ) {
    const { roomUniqueId: id, uniqueId: fromId } = last;
    const page = await reader.call(contracts.listRoomMessages, { id, fromId, limit: 20 });
    known.push(...page);
    last = page.at(-1);
  }
  if (known.length > 0) deepStrictEqual(known.map(line), room.map(line));
}

/** What sockets have brought is there as they brought it, and none came twice. */
function checkTold(told: readonly Message[], room: readonly Message[]): void {
  const there = new Set(room.map(line));
  const lines = told.map(line);
  const wrong = lines.filter((one, at) => !there.has(one) || lines.indexOf(one) !== at);
  deepStrictEqual(wrong, []);
}
