/**
 * People write into a room as fast as they are answered, some of it with files; the server is killed, or its database, or both,
 * and what was killed starts again on the same data. What was answered must be there once, with its file, and so must what is then
 * sent again under the same `clientId`.
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
/** One of so many messages comes with a file. */
const FILE_EVERY = 4;
/** It is killed after so many answers at most: at once in half of the runs, or so many ms later at most. */
const ANSWERS_MAX = 300;
const LATER_MS_MAX = 30;
/** What each writer goes on with once the server is there again. */
export const MESSAGES_AFTER = 5;

export interface Killing {
  /** Chooses the moment; what the server is doing then is another thing each time. */
  readonly seed: number;
  /**
   * The database alone: its processes but for the first, which starts them again, while the server lives on. With the server: that
   * one too.
   */
  readonly killed: 'server' | 'database' | 'both';
}

export interface KillingResult {
  /** Messages that were answered when it was killed. */
  readonly answered: number;
  /** What each writer came to last: sent and never answered, or not sent any more. */
  readonly unanswered: number;
  /** Those of them that were there afterwards, and were sent again nevertheless. */
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
 * @throws an error that says what was lost, doubled or out of its place, or did not start, and where all of it is kept
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
    const traces = await keepTraces(folder, servers);
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\n${traces}`, { cause });
  }
}

/** Ends all that runs; what it said lies beside its data. @returns where, and what the database said last */
async function keepTraces(folder: string, servers: readonly ServerProcess[]): Promise<string> {
  const log = await readFile(join(folder, 'data', 'db', 'postgresql.log'), 'utf8').catch(() => 'It has no log.');
  await endAll(folder, servers);
  for (const [at, { output, errors }] of servers.entries())
    await writeFile(join(folder, `server-${at + 1}.log`), `${output}\n${errors}`);
  return `What there is of it lies in ${folder}. The database's log:\n${log}`;
}

/** @param servers takes those that it starts */
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
  await checkFiles(returned, room);
  checkTold([...told, ...toldBy(nextSocket)], room);
  const wereKept = new Set(kept.map(({ clientId }) => clientId));
  return {
    answered,
    unanswered: unanswered.length,
    kept: unanswered.filter((clientId) => wereKept.has(clientId)).length,
    messages: room.length,
  };
}

/** @throws an error where the server has ended instead */
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

  /** One message after the other. @returns the `clientId` of the first that was not answered */
  async writeUntilKilled(writer: SignedInClient, name: string): Promise<string> {
    for (let count = 1; ; count += 1) {
      const clientId = `${name}.${count}`;
      // One that is not met by it has nothing more to say.
      if (this.isKilled) return clientId;
      try {
        await this.#write(writer, clientId, count % FILE_EVERY === 0);
      } catch (error) {
        if (!this.isKilled) throw error;
        return clientId;
      }
    }
  }

  /** What was not answered again, and then some more. */
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

/** What is in the file of a message. */
const fileOf = (clientId: string | null) => Buffer.from(`File of ${clientId}`).toString('base64');

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

/** Those that are to be killed: of the database with the processes that it has started, for the server's connections too. */
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

/** Whatever says that it has a file has it. */
async function checkFiles(reader: SignedInClient, room: readonly Message[]): Promise<void> {
  for (const { clientId, fileUrl, roomUniqueId: roomId } of room) {
    if (fileUrl === null) continue;
    const { base64 } = await reader.call(contracts.getRoomFile, { roomId, storedFileName: nameIn(fileUrl) });
    deepStrictEqual(base64, fileOf(clientId));
  }
}

const nameIn = (url: string) => url.slice(url.lastIndexOf('/') + 1);

/** The messages that a socket has brought. */
const toldBy = (socket: TestSocket): Message[] =>
  socket.unread.filter(isPush('RoomMessage')).map(({ messageContent }) => messageContent.roomMessage);

const byPosition = (one: Message, other: Message) => one.position - other.position;
const line = ({ position, clientId, uniqueId, message, fileUrl, sender }: Message) =>
  [position, clientId, uniqueId, message, fileUrl, sender.uniqueId].join(' ');

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
