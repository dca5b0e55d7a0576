/** A fake server and a fake device around the outbox. */
import { vi } from 'vitest';
import type { ApiFailure } from '../src/api-failure';
import { createOutbox, type Outbox, type OutboxPorts } from '../src/outbox';
import type { MessageCipher, MessageFields, Unsent } from '../src/ports';

export const me = { uniqueId: 'me', publicKey: 'key of me' };
export const luca = { uniqueId: 'luca', publicKey: 'key of luca' };

class Failure extends Error implements ApiFailure {
  constructor(
    readonly code: number,
    readonly error: string | null,
  ) {
    super();
  }
}

export const away = new Failure(0, null);
export const noToken = new Failure(401, 'notSignedIn');
export const tooSlow = new Failure(401, 'badTimestamp');
export const refused = new Failure(404, 'notFound');
export const left = new Failure(400, 'recipientUnknown');
export const nobodyElse = new Failure(400, 'noParticipants');

/** A stored message. @throws for a snapshot */
export function messageIn(kept: ReadonlyMap<string, Unsent>, clientId = 'c1'): MessageFields | undefined {
  const fields = kept.get(clientId)?.fields;
  if (fields && !('message' in fields)) throw new Error('It is a snapshot');
  return fields;
}

export const stateOf = (outbox: Outbox) => outbox.items()[0]?.state;

/** A fake server that accepts messages or fails as set, and a device that stores unsent ones. */
export function createWorld() {
  const kept = new Map<string, Unsent>();
  /** Released for other pages. */
  const given: string[] = [];
  const stored: string[] = [];
  const failures: Error[] = [];
  const net = new Set<() => void>();
  const people = { known: [me, luca], now: [me, luca] };
  let made = 0;
  /** Resolves when a sent message is in the conversation. */
  let shown = Promise.resolve();
  const sealFile = vi.fn<MessageCipher['sealFile']>(async (_, file) => btoa(await file.text()));
  /** The abort signal of each sealing. */
  const signals: AbortSignal[] = [];
  const ports: OutboxPorts = {
    kind: 'room',
    keepsRefused: true,
    me,
    maxFileBytes: 10,
    clock: { now: () => 0, setTimeout: () => null, clearTimeout: () => {} },
    realtime: {
      onOpen(listener) {
        net.add(listener);
        return () => void net.delete(listener);
      },
    },
    store: {
      claimLeft: async () => [...kept.values()],
      keep: async (unsent) => void kept.set(unsent.fields.clientId, unsent),
      drop: async (clientId) => void kept.delete(clientId),
      leave: async (clientId) => void given.push(clientId),
    },
    cipher: {
      mustAsk: async () => false,
      findReaders: async (_, recipients) => recipients,
      schemeFor: async () => 1,
      sealText: async (_, text, recipients) => `${text} for ${recipients.map(({ uniqueId }) => uniqueId).join()}`,
      sealFile,
      sealFileUntil: (signal) => {
        signals.push(signal);
        return sealFile;
      },
      openText: async (_, sealed) => sealed.replace(/ for .*/, ''),
      openFile: async (_, sealed) => (typeof sealed === 'string' ? new Blob([atob(sealed)]) : null),
    },
    makePreview: async (file, name) => (name.endsWith('.jpg') ? new Blob([`small ${await file.text()}`]) : null),
    createId: () => `c${(made += 1)}`,
    recipients: async (_, anew) => (anew ? people.now : people.known),
    knownRecipients: () => people.known,
    async sendMessage({ message }) {
      const failure = failures.shift();
      if (failure) throw failure;
      stored.push(message);
      await shown;
    },
  };
  return {
    kept,
    given,
    stored,
    failures,
    people,
    ports,
    sealFile,
    signals,
    open: () => createOutbox(ports),
    holdBack: (until: Promise<void>) => void (shown = until),
    comeBack: () => net.forEach((tell) => tell()),
  };
}
