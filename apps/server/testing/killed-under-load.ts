/**
 * Kill test: people write into a room as fast as they can, some of it with files; the server, its database, or both are killed and
 * started again on the same data. Every acknowledged message must be there once, with its file, and so must messages that are sent
 * again under the same `clientId`.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as contracts from '@earth/contracts';
import { SignedInClient, TestClient } from './client';
import { NO_LIMITS } from './no-limits';
import { isPush } from './frames';
import { people, type PersonKey } from './people';
import { cleanUp, databaseProcess, endAll, isRunning, makeFolder, ServerProcess } from './server-process';
import type { TestSocket } from './socket';

type Message = contracts.RoomMessage;

const WRITERS: readonly PersonKey[] = ['operator', 'operator2', 'assisted', 'assisted2', 'admin', 'multi'];
/** One of so many messages has a file. */
const FILE_EVERY = 4;
/** Upper bounds of the random moment of the kill: after so many answers, at once in half of the runs, else so many ms later. */
const ANSWERS_MAX = 300;
const LATER_MS_MAX = 30;
/** The messages of each writer once the server is there again. */
export const MESSAGES_AFTER = 5;

export interface Killing {
  /** Chooses the moment, and with it what the server is doing then. */
  readonly seed: number;
  /** `database`: its processes except the first, which restarts them, while the server lives on. `both`: the first one too. */
  readonly killed: 'server' | 'database' | 'both';
}

export interface KillingResult {
  /** Messages that were acknowledged before the kill. */
  readonly answered: number;
  /** The last message of each writer: sent and not acknowledged, or not sent any more. */
  readonly unanswered: number;
  /** Those of them that were stored, and sent again nevertheless. */
  readonly kept: number;
  /** All messages of the room in the end. */
  readonly messages: number;
}

/** The folder of a server that has started once: a run begins with a copy, which is faster than creating its data. */
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
 * @param template the folder to copy
 * @throws an error naming what was lost, duplicated or misplaced, or did not start, and the folder of all traces
 */
export async function killUnderLoad(template: string, killing: Killing): Promise<KillingResult> {
  const folder = await makeFolder();
  const servers: ServerProcess[] = [];
  try {
    // Modes and owners count: the database may run as its own user.
    await promisify(execFile)('cp', ['-a', `${template}/.`, folder]);
    const result = await run(folder, servers, killing);
    await cleanUp(folder, servers);
    return result;
  } catch (cause) {
    const traces = await storeTraces(folder, servers);
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\n${traces}`, { cause });
  }
}

/** Ends all processes and stores their output beside the data. @returns the folder, and the last lines of the database */
async function storeTraces(folder: string, servers: readonly ServerProcess[]): Promise<string> {
  const log = await readFile(join(folder, 'data', 'db', 'postgresql.log'), 'utf8').catch(() => 'It has no log.');
  await endAll(folder, servers);
  for (const [at, { output, errors }] of servers.entries())
    await writeFile(join(folder, `server-${at + 1}.log`), `${output}\n${errors}`);
  return `What there is of it lies in ${folder}. The database's log:\n${log}`;
}

/** @param servers collects the servers that it starts */
async function run(folder: string, servers: ServerProcess[], { seed, killed }: Killing): Promise<KillingResult> {
  const start = async () => {
    const server = startIn(folder);
    servers.push(server);
    return { server, url: await server.ready() };
  };
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
  const pids = await processesOf(folder, server, killed);
  load.isKilled = true;
  await kill(pids);
  const unanswered = await Promise.all(written);
  const answered = load.answered.length;

  if (killed === 'database') await untilReady(server, url);
  const again = killed === 'database' ? { url } : await start();
  const returned = reader.at(again.url);
  const kept = await readRoom(returned, load.roomId);
  const received = receivedBy(socket);
  checkReceived(received, kept);
  await checkCatchUp(returned, received, kept);
  const nextSocket = await returned.socket();
  await Promise.all(
    writers.map((writer, at) => load.writeAgain(writer.at(again.url), unanswered[at] ?? '', `${at} again`)),
  );

  const room = await readRoom(returned, load.roomId);
  // The room has exactly what was acknowledged: each once, at the positions 1, 2, 3 …
  deepStrictEqual(load.answered.toSorted(byPosition).map(line), room.map(line));
  deepStrictEqual(
    room.map(({ position }) => position),
    room.map((_, at) => at + 1),
  );
  await checkFiles(returned, room);
  checkReceived([...received, ...receivedBy(nextSocket)], room);
  const wereStored = new Set(kept.map(({ clientId }) => clientId));
  return {
    answered,
    unanswered: unanswered.length,
    kept: unanswered.filter((clientId) => wereStored.has(clientId)).length,
    messages: room.length,
  };
}

/** @throws an error if the server has ended instead */
async function untilReady(server: ServerProcess, url: string): Promise<void> {
  const isReady = () =>
    fetch(`${url}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false);
  while (!(await isReady())) {
    if (!(await isRunning(server.pid))) throw new Error(`The server ended with its database: ${server.errors}`);
    await delay(20);
  }
}

const startIn = (folder: string) =>
  new ServerProcess(folder, { DATA_DIR: 'data', DEMO: 'true', LOG_LEVEL: 'error', ...NO_LIMITS });

/** The result in a line. */
export const describeKilling = ({ seed, killed }: Killing, result: KillingResult): string =>
  `seed ${seed}, ${words[killed]} killed after ${result.answered} answers: of ` +
  `${result.unanswered} unanswered messages ${result.kept} were there; in the end ${result.messages}, each once, with its file`;

const words = { server: 'the server', database: 'the database', both: 'the server and its database' } as const;

/** Writes messages, and records what was acknowledged. */
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

  /** One message after another. @returns the `clientId` of the first that was not acknowledged */
  async writeUntilKilled(writer: SignedInClient, name: string): Promise<string> {
    for (let count = 1; ; count += 1) {
      const clientId = `${name}.${count}`;
      // A writer between two messages stops here.
      if (this.isKilled) return clientId;
      try {
        await this.#write(writer, clientId, count % FILE_EVERY === 0);
      } catch (error) {
        if (!this.isKilled) throw error;
        return clientId;
      }
    }
  }

  /** Sends the unacknowledged message again, and then some more. */
  async writeAgain(writer: SignedInClient, clientId: string, name: string): Promise<void> {
    await this.#write(writer, clientId, true);
    for (let count = 1; count <= MESSAGES_AFTER; count += 1) await this.#write(writer, `${name}.${count}`, count === 1);
  }

  async #write(writer: SignedInClient, clientId: string, hasFile: boolean): Promise<void> {
    const file = hasFile ? { fileName: 'a.txt', base64File: fileOf(clientId) } : {};
    const message = { id: this.roomId, message: `Text of ${clientId}`, ...file, cryptoSchema: 0, clientId } as const;
    this.answered.push(await writer.call(contracts.sendRoomMessage, message));
    this.#onAnswer();
  }
}

/** The content of a message's file. */
const fileOf = (clientId: string | null) => Buffer.from(`File of ${clientId}`).toString('base64');

/** After how many answers, and how many ms after that one. */
function momentOf(seed: number): [answers: number, later: number] {
  const chance = createHash('sha256').update(`${seed}`).digest();
  const later = (chance.readUInt32BE(4) % (2 * LATER_MS_MAX)) - LATER_MS_MAX;
  return [1 + (chance.readUInt32BE(0) % ANSWERS_MAX), Math.max(0, later)];
}

/** Signs in with the code from the mail that the server prints. */
export async function signIn(
  server: Pick<ServerProcess, 'printed'>,
  url: string,
  person: PersonKey | { readonly email: string; readonly customCode: string },
): Promise<SignedInClient> {
  const { email, customCode } = typeof person === 'string' ? people[person] : person;
  const { apiKey } = (await (await fetch(`${url}/config.json`)).json()) as { readonly apiKey: string };
  const deviceId = randomUUID();
  const headers = () => ({ 'x-api-key': apiKey, 'x-device-id': deviceId, 'x-timestamp': new Date().toISOString() });
  const visitor = new TestClient({ url, deviceId, headers });
  await visitor.call(contracts.confirmCode, { email, customCode, deviceId });
  const password = await server.printed(new RegExp(`Mail to ${email}: (\\d{6})`));
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

/** The processes to kill: for the database with all processes that it has started, including those of the server's connections. */
async function processesOf(folder: string, server: ServerProcess, killed: Killing['killed']): Promise<number[]> {
  if (killed === 'server') return [server.pid];
  const postmaster = await databaseProcess(join(folder, 'data'));
  if (postmaster === null) throw new Error('No database runs');
  const text = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').map(Number).filter(Boolean);
  return killed === 'both' ? [postmaster, ...children, server.pid] : children;
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

/** Every message with a file must have that file. */
async function checkFiles(reader: SignedInClient, room: readonly Message[]): Promise<void> {
  for (const { clientId, fileUrl, roomUniqueId: roomId } of room) {
    if (fileUrl === null) continue;
    const { base64 } = await reader.call(contracts.getRoomFile, { roomId, storedFileName: nameIn(fileUrl) });
    deepStrictEqual(base64, fileOf(clientId));
  }
}

const nameIn = (url: string) => url.slice(url.lastIndexOf('/') + 1);

/** The messages that a socket has received. */
const receivedBy = (socket: TestSocket): Message[] =>
  socket.unread.filter(isPush('RoomMessage')).map(({ messageContent }) => messageContent.roomMessage);

const byPosition = (one: Message, other: Message) => one.position - other.position;
const line = ({ position, clientId, uniqueId, message, fileUrl, sender }: Message) =>
  [position, clientId, uniqueId, message, fileUrl, sender.uniqueId].join(' ');

/** A reader that fetches what came after its last message without a gap must get the whole room, each message once. */
async function checkCatchUp(
  reader: SignedInClient,
  received: readonly Message[],
  room: readonly Message[],
): Promise<void> {
  const known = received.toSorted(byPosition).filter(({ position }, at) => position === at + 1);
  for (let last = known.at(-1); last; ) {
    const { roomUniqueId: id, uniqueId: fromId } = last;
    const page = await reader.call(contracts.listRoomMessages, { id, fromId, limit: 20 });
    known.push(...page);
    last = page.at(-1);
  }
  if (known.length > 0) deepStrictEqual(known.map(line), room.map(line));
}

/** Messages that sockets have received are stored as received, and none arrived twice. */
function checkReceived(received: readonly Message[], room: readonly Message[]): void {
  const there = new Set(room.map(line));
  const lines = received.map(line);
  const wrong = lines.filter((one, at) => !there.has(one) || lines.indexOf(one) !== at);
  deepStrictEqual(wrong, []);
}
