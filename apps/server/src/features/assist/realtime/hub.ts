/** Realtime hub: delivers pushes to the sockets of contacts, tracks presence, and closes the sockets of ended sessions. */
import type { ServerFrame } from '@earth/contracts';
import type { WebSocket } from 'ws';
import { type Background, createBackground } from '../../../async/background';
import type { Context } from '../../../context';
import type { Principal } from '../../../http/principal';
import { requireSignature } from '../../../http/signatures';
import { HEARTBEAT_MS } from '../../../host/nodes';
import { createKeyedMutex } from '@earth/async';
import { markSeen } from '../../identity/contacts';
import { announceChanges } from './availability';
import { CloseCode, Connection, type ConnectionHost, frameText } from './connection';
import { createFrameHandler } from './frames';
import { createHeartbeat, type Heartbeat } from './heartbeat';
import { Roster } from './roster';
import * as store from './store';

/** Each browser tab has one socket. The limit is above real use, and low enough for the memory that sockets take. */
const SOCKETS_PER_SESSION = 30;

/** How long sockets get for the closing handshake when the server stops. */
const CLOSE_TIMEOUT_MS = 1_000;

export interface Hub {
  start(): Promise<void>;
  accept(socket: WebSocket, language: string): void;
  /** Closes all sockets. */
  stop(): Promise<void>;
}

export function createHub(context: Context): Hub {
  const { access, bus, clock, db, log, nodeId, presence, video } = context;
  const background = createBackground(log);
  const roster = new Roster();
  const heartbeat = createHeartbeat(context);
  const subscriptions: (() => void)[] = [];
  let beats: NodeJS.Timeout | undefined;
  let isStopping = false;

  const recordPresence = createPresenceRecorder(context, roster, background);
  const onLeaseLost = () => closeForRestart(roster.all());

  const host: ConnectionHost = {
    clock,
    async identify({ token, signature }) {
      const principal = await access.read(token);
      const headers = {
        authorization: `Bearer ${token}`,
        ...(signature && { 'signature-input': signature.input, signature: signature.signature }),
      };
      await requireSignature(context, principal, { method: 'GET', url: '/realtime', headers });
      return principal;
    },
    mayOpen: ({ contactId, sessionId }) => roster.countOf(contactId, sessionId) < SOCKETS_PER_SESSION,
    onOpen(connection, principal) {
      roster.signedIn(connection, principal.contactId);
      presence.opened(principal.contactId, principal.deviceId);
      recordPresence(principal);
    },
    onClose(connection, principal) {
      roster.signedOut(connection, principal.contactId);
      background.run('A closed page could not be recorded', () => video.mesh.disconnected(connection));
      presence.closed(principal.contactId, principal.deviceId);
      recordPresence(principal);
    },
    handle: createFrameHandler(context),
    onError: (error) => log.error({ err: error }, 'A frame could not be handled'),
  };

  return {
    async start() {
      await heartbeat.join();
      subscriptions.push(
        bus.onGap(onLeaseLost),
        announceChanges(context, background),
        bus.subscribe('push', ({ contactIds, event }) => sendTo(roster, contactIds, { type: 'push', ...event })),
        bus.subscribe('typing', ({ contactIds, ...typing }) =>
          sendTo(roster, contactIds, { type: 'typing', ...typing }),
        ),
        bus.subscribe('sessionEnded', ({ announce, ...session }) => endSession(context, roster, session, announce)),
      );
      beats = setInterval(
        () => background.run('The heartbeat failed', () => beat(context, { roster, heartbeat, onLeaseLost })),
        HEARTBEAT_MS,
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
      closeForRestart(open);
      const cutTimer = setTimeout(() => {
        for (const connection of open) connection.cut();
      }, CLOSE_TIMEOUT_MS);
      await Promise.all(open.map((connection) => connection.closed));
      clearTimeout(cutTimer);
      for (const unsubscribe of subscriptions.splice(0)) unsubscribe();
      await background.idle();
      background.run('The end of this server could not be recorded', () => store.endNode(db, nodeId));
      await background.idle();
    },
  };
}

/** Records that a socket of a device opened or closed, in order per session, so that the last record is the present state. */
function createPresenceRecorder(
  { clock, db, nodeId }: Context,
  roster: Roster,
  background: Background,
): (principal: Principal) => void {
  const mutex = createKeyedMutex();
  return ({ contactId, sessionId }) => {
    const now = clock.now();
    background.run('Presence could not be recorded', async () => {
      await markSeen(db, [contactId], now);
      await mutex.run(sessionId, () => {
        const mark = roster.hasSession(contactId, sessionId) ? store.markOpened : store.markClosed;
        return mark(db, sessionId, nodeId, now);
      });
    });
  };
}

/** Closes sockets so that their clients reconnect and fetch what they missed. */
function closeForRestart(connections: readonly Connection[]): void {
  for (const connection of connections) connection.close(CloseCode.restart);
}

interface Beating {
  readonly roster: Roster;
  readonly heartbeat: Heartbeat;
  readonly onLeaseLost: () => void;
}

/** Heartbeat: probes the sockets, records who is connected, and closes the sockets of ended sessions. */
async function beat(context: Context, { roster, heartbeat, onLeaseLost }: Beating): Promise<void> {
  const { clock, db, nodeId, presence } = context;
  for (const connection of roster.all()) connection.probe();
  presence.sweep();
  if (!(await heartbeat.beat())) onLeaseLost();
  await markSeen(db, presence.connected(), clock.now());
  // A session may also end without an event: when it expires.
  const people = roster.people();
  const sessionIds = people.map((principal) => principal.sessionId);
  const living = await store.markConnected(db, sessionIds, nodeId, clock.now());
  for (const principal of people) if (!living.has(principal.sessionId)) endSession(context, roster, principal, true);
}

type Session = Pick<Principal, 'sessionId' | 'contactId' | 'deviceId'>;

function endSession({ presence }: Context, roster: Roster, session: Session, isAnnounced: boolean): void {
  const { contactId, deviceId, sessionId } = session;
  for (const connection of roster.ofContact(contactId)) {
    if (connection.principal?.sessionId !== sessionId) continue;
    if (isAnnounced) connection.send({ type: 'push', messageType: 'SessionEnded', messageContent: {} });
    connection.close(CloseCode.notSignedIn);
  }
  // The device may have signed in again.
  if (!presence.hasSocket(contactId, deviceId)) presence.forget(contactId, deviceId);
}

/** Serialises the frame once for all its recipients, and not at all if none of them is connected here. */
function sendTo(roster: Roster, contactIds: readonly string[], frame: ServerFrame): void {
  const connections = contactIds.flatMap((contactId) => roster.ofContact(contactId));
  if (connections.length === 0) return;
  const text = frameText(frame);
  for (const connection of connections) connection.sendText(text);
}
