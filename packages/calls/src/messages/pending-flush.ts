/**
 * Flushes what the server does not have yet of closed calls: drains their connections, and sends the uploads that earlier
 * pages have left in the store.
 */
import type { ServerFrame } from '@earth/contracts';
import { mayPass } from '../api-failure';
import type { CallConnection } from '../session/call-connection';
import { createOutbox } from './outbox';
import type { CallPorts, Unsent } from '../ports';
import { sealForAll } from './seal-for-all';

type PendingFlushPorts = Pick<CallPorts, 'api' | 'cipher' | 'clock' | 'me' | 'realtime' | 'notifyLost' | 'unsent'>;

export class PendingFlush {
  readonly #ports: PendingFlushPorts;
  readonly #onStored: (callId: string) => void;
  readonly #outbox;
  readonly #connections = new Set<CallConnection>();

  /** @param onStored called when an upload of the call has been stored */
  constructor(ports: PendingFlushPorts, onStored: (callId: string) => void) {
    this.#ports = ports;
    this.#onStored = onStored;
    this.#outbox = createOutbox(ports);
  }

  addConnection(connection: CallConnection) {
    const failedBefore = failedIn(connection);
    this.#connections.add(connection);
    connection.drain(() => {
      this.#connections.delete(connection);
      // The user has seen what had failed before.
      if (failedIn(connection) > failedBefore) this.#ports.notifyLost();
      this.#onStored(connection.callId);
    });
  }

  /** To be called once after start: sends what earlier pages have left. */
  async start() {
    for (const unsent of await this.#ports.unsent.takeUp()) this.#send(unsent);
  }

  handlePush(push: Extract<ServerFrame, { type: 'push' }>) {
    for (const connection of this.#connections) connection.handlePush(push);
  }

  /** Nothing more is sent. */
  stop() {
    this.#outbox.stop();
    for (const connection of this.#connections) connection.discard();
    this.#connections.clear();
  }

  #send(left: Unsent) {
    const { api, unsent, notifyLost } = this.#ports;
    const { clientId, id } = left.fields;
    this.#outbox.add({
      run: async (stopped) => {
        const one = left.isForOneself ? await sealForAll(this.#ports, left) : left;
        stopped.throwIfAborted();
        await (one.kind === 'pic' ? api.addCallPic(one.fields) : api.sendCallMessage(one.fields));
        void unsent.drop(clientId);
        this.#onStored(id);
      },
      onWaiting: () => {},
      onFailed: (failure) => {
        // It stays in the store: the next page tries again.
        if (mayPass(failure)) return;
        void unsent.drop(clientId);
        if (failure.error !== 'picDeleted') notifyLost();
      },
    });
  }
}

/** How many uploads of the call the server has refused. */
const failedIn = ({ chat, snapshots }: CallConnection): number =>
  [...snapshots.list(), ...chat.items()].filter(({ state }) => state === 'failed' || state === 'tooLarge').length;
