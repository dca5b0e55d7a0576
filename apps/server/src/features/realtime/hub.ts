/** The realtime hub: brings pushes to the sockets of contacts, knows who is there, and ends the sockets of sessions. */
import { type Language, PRESENCE_TIMEOUT_MS, type PushEvent } from '@earth/contracts';
import type { WebSocket } from 'ws';
import { createBackground } from '../../background';
import type { Context } from '../../context';
import type { Who } from '../../http/who';
import { announceChanges } from './availability';
import { CloseCode, Connection, type ConnectionHost, frameText } from './connection';
import { handleFrame } from './frames';
import { Roster } from './roster';
import * as store from './store';

/** How often sockets are probed and presence is noted. */
const BEAT_MS = 15_000;
/** How long sockets get to say goodbye when the server stops. */
const GOODBYE_MS = 1_000;

export interface Hub {
  start(): Promise<void>;
  accept(socket: WebSocket, language: Language): void;
  /** Says goodbye to all. */
  stop(): Promise<void>;
}

export function createHub(context: Context): Hub {
  const { access, bus, clock, db, log, presence, video } = context;
  const background = createBackground(log);
  const roster = new Roster();
  const subscriptions: (() => void)[] = [];
  let beats: NodeJS.Timeout | undefined;
  let isStopping = false;

  const markSeen = (contactId: string) =>
    background.run('Presence could not be noted', () => store.markSeen(db, [contactId], clock.now()));

  const host: ConnectionHost = {
    clock,
    identify: (token) => access.read(token),
    opened(connection, { contactId, deviceId }) {
      roster.signedIn(connection, contactId);
      presence.opened(contactId, deviceId);
      markSeen(contactId);
    },
    gone(connection, { contactId, deviceId }) {
      roster.signedOut(connection, contactId);
      video.mesh.disconnected(connection);
      presence.closed(contactId, deviceId);
      markSeen(contactId);
    },
    handle: (connection, who, frame) => handleFrame(context, connection, who, frame),
    failed: (error) => log.error({ err: error }, 'A frame could not be handled'),
  };

  return {
    async start() {
      const since = new Date(clock.now().getTime() - PRESENCE_TIMEOUT_MS);
      for (const { id, seenAt } of await store.findSeen(db, since)) presence.restore(id, seenAt);
      subscriptions.push(
        announceChanges(context, background),
        bus.subscribe('push', ({ contactId, event }) => {
          for (const connection of roster.ofContact(contactId)) connection.sendText(textOf(event));
        }),
        bus.subscribe('typing', ({ contactIds, ...typing }) => {
          const text = frameText({ type: 'typing', ...typing });
          for (const contactId of contactIds)
            for (const connection of roster.ofContact(contactId)) connection.sendText(text);
        }),
        bus.subscribe('sessionEnded', ({ announce, ...session }) => endSession(context, roster, session, announce)),
      );
      beats = setInterval(
        () => background.run('The sockets could not be looked after', () => beat(context, roster)),
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
      for (const connection of open) connection.close(CloseCode.restart);
      const patience = setTimeout(() => {
        for (const connection of open) connection.cut();
      }, GOODBYE_MS);
      await Promise.all(open.map((connection) => connection.closed));
      clearTimeout(patience);
      for (const unsubscribe of subscriptions.splice(0)) unsubscribe();
      await background.idle();
    },
  };
}

/** Probes the sockets, notes who is there, lets those go who are not. */
async function beat(context: Context, roster: Roster): Promise<void> {
  const { clock, db, presence } = context;
  for (const connection of roster.all()) connection.probe();
  presence.sweep();
  await store.markSeen(db, presence.connected(), clock.now());
  // A session may also end without a word: when its time is over.
  const people = roster.all().flatMap((connection) => connection.who ?? []);
  const sessionIds = people.map((who) => who.sessionId);
  const living = await store.findLiving(db, sessionIds, clock.now());
  for (const who of people) if (!living.has(who.sessionId)) endSession(context, roster, who, true);
}

type Session = Pick<Who, 'sessionId' | 'contactId' | 'deviceId'>;

function endSession({ presence }: Context, roster: Roster, session: Session, isNews: boolean): void {
  const { contactId, deviceId, sessionId } = session;
  for (const connection of roster.ofContact(contactId)) {
    if (connection.who?.sessionId !== sessionId) continue;
    if (isNews) connection.send({ type: 'push', messageType: 'SessionEnded', messageContent: {} });
    connection.close(CloseCode.notSignedIn);
  }
  presence.forget(contactId, deviceId);
}

const texts = new WeakMap<PushEvent, string>();

/** A push as it travels: written out once for all whom it is for. */
function textOf(event: PushEvent): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const text = frameText({ type: 'push', ...event });
  texts.set(event, text);
  return text;
}
