/** The realtime hub: brings pushes to the sockets of contacts, knows who is there, and ends the sockets of sessions. */
import type { Language, ServerFrame } from '@earth/contracts';
import type { WebSocket } from 'ws';
import { type Background, createBackground } from '../../../async/background';
import type { Context } from '../../../context';
import type { Principal } from '../../../http/principal';
import { BEAT_MS } from '../../../host/nodes';
import { createKeyedMutex } from '../../../async/keyed-mutex';
import { markSeen } from '../../identity/contacts';
import { announceChanges } from './availability';
import { CloseCode, Connection, type ConnectionHost, frameText } from './connection';
import { handleFrame } from './frames';
import { createHeartbeat, type Heartbeat } from './heartbeat';
import { Roster } from './roster';
import * as store from './store';

/** Each tab of a browser has one. More than anybody has open, and few enough for the memory that they take. */
const SOCKETS_PER_SESSION = 30;

/** How long sockets get to say goodbye when the server stops. */
const GOODBYE_MS = 1_000;

export interface Hub {
  start(): Promise<void>;
  accept(socket: WebSocket, language: Language): void;
  /** Says goodbye to all. */
  stop(): Promise<void>;
}

export function createHub(context: Context): Hub {
  const { access, bus, clock, db, log, nodeId, presence, video } = context;
  const background = createBackground(log);
  const roster = new Roster();
  const life = createHeartbeat(context);
  const subscriptions: (() => void)[] = [];
  let beats: NodeJS.Timeout | undefined;
  let isStopping = false;

  const note = createNotes(context, roster, background);
  const lookAgain = () => sayRestart(roster.all());

  const host: ConnectionHost = {
    clock,
    identify: (token) => access.read(token),
    mayOpen: ({ contactId, sessionId }) => roster.countOf(contactId, sessionId) < SOCKETS_PER_SESSION,
    opened(connection, principal) {
      roster.signedIn(connection, principal.contactId);
      presence.opened(principal.contactId, principal.deviceId);
      note(principal);
    },
    gone(connection, principal) {
      roster.signedOut(connection, principal.contactId);
      background.run('A page could not be noted as away', () => video.mesh.disconnected(connection));
      presence.closed(principal.contactId, principal.deviceId);
      note(principal);
    },
    handle: (connection, principal, frame) => handleFrame(context, connection, principal, frame),
    failed: (error) => log.error({ err: error }, 'A frame could not be handled'),
  };

  return {
    async start() {
      await life.join();
      subscriptions.push(
        bus.onGap(lookAgain),
        announceChanges(context, background),
        bus.subscribe('push', ({ contactIds, event }) => sendTo(roster, contactIds, { type: 'push', ...event })),
        bus.subscribe('typing', ({ contactIds, ...typing }) =>
          sendTo(roster, contactIds, { type: 'typing', ...typing }),
        ),
        bus.subscribe('sessionEnded', ({ announce, ...session }) => endSession(context, roster, session, announce)),
      );
      beats = setInterval(
        () => background.run('The sockets could not be looked after', () => beat(context, { roster, life, lookAgain })),
        BEAT_MS,
      );
    },
    accept(socket, language) {
      const connection = new Connection(socket, language, host);
      roster.add(connection);
      if (isStopping) connection.close(CloseCode.restart);
    },
    async stop() {
      isStopping = true;
      clearInterval(beats);
      const open = roster.all();
      sayRestart(open);
      const patience = setTimeout(() => {
        for (const connection of open) connection.cut();
      }, GOODBYE_MS);
      await Promise.all(open.map((connection) => connection.closed));
      clearTimeout(patience);
      for (const unsubscribe of subscriptions.splice(0)) unsubscribe();
      await background.idle();
      background.run('The end of this server could not be noted', () => store.endNode(db, nodeId));
      await background.idle();
    },
  };
}

/** Notes that a socket of a device opened or closed: what is noted last is how it is. */
function createNotes(
  { clock, db, nodeId }: Context,
  roster: Roster,
  background: Background,
): (principal: Principal) => void {
  const mutex = createKeyedMutex();
  return ({ contactId, sessionId }) => {
    const now = clock.now();
    background.run('Presence could not be noted', async () => {
      await markSeen(db, [contactId], now);
      await mutex.take(sessionId, () => {
        const mark = roster.hasSession(contactId, sessionId) ? store.markOpened : store.markClosed;
        return mark(db, sessionId, nodeId, now);
      });
    });
  };
}

/** Whoever is behind these sockets comes back, and asks for what was missed. */
function sayRestart(connections: readonly Connection[]): void {
  for (const connection of connections) connection.close(CloseCode.restart);
}

interface Beating {
  readonly roster: Roster;
  readonly life: Heartbeat;
  readonly lookAgain: () => void;
}

/** Probes the sockets, notes who is there, lets those go who are not. */
async function beat(context: Context, { roster, life, lookAgain }: Beating): Promise<void> {
  const { clock, db, nodeId, presence } = context;
  for (const connection of roster.all()) connection.probe();
  presence.sweep();
  if (!(await life.goOn())) lookAgain();
  await markSeen(db, presence.connected(), clock.now());
  // A session may also end without a word: when its time is over.
  const people = roster.people();
  const sessionIds = people.map((principal) => principal.sessionId);
  const living = await store.markConnected(db, sessionIds, nodeId, clock.now());
  for (const principal of people) if (!living.has(principal.sessionId)) endSession(context, roster, principal, true);
}

type Session = Pick<Principal, 'sessionId' | 'contactId' | 'deviceId'>;

function endSession({ presence }: Context, roster: Roster, session: Session, isNews: boolean): void {
  const { contactId, deviceId, sessionId } = session;
  for (const connection of roster.ofContact(contactId)) {
    if (connection.principal?.sessionId !== sessionId) continue;
    if (isNews) connection.send({ type: 'push', messageType: 'SessionEnded', messageContent: {} });
    connection.close(CloseCode.notSignedIn);
  }
  // Perhaps it has been signed in again.
  if (!presence.hasSocket(contactId, deviceId)) presence.forget(contactId, deviceId);
}

/** Written out once for all whom it is for, and not at all where none of them is here. */
function sendTo(roster: Roster, contactIds: readonly string[], frame: ServerFrame): void {
  const connections = contactIds.flatMap((contactId) => roster.ofContact(contactId));
  if (connections.length === 0) return;
  const text = frameText(frame);
  for (const connection of connections) connection.sendText(text);
}
