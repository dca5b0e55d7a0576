/**
 * What of calls that are put away the server does not have yet: the rooms in which it was made, until it has it or refuses
 * it, and what pages before this one have left.
 */
import type { ServerFrame } from '@earth/contracts';
import { mayPass } from '../api-failure';
import type { CallConnection } from '../session/call-connection';
import { createOutbox } from './outbox';
import type { CallPorts, Unsent } from '../ports';
import { sealForAll } from './seal-for-all';

type PendingFlushPorts = Pick<CallPorts, 'api' | 'cipher' | 'clock' | 'me' | 'realtime' | 'tellLost' | 'unsent'>;

export class PendingFlush {
  readonly #ports: PendingFlushPorts;
  readonly #onStored: (callId: string) => void;
  readonly #outbox;
  readonly #connections = new Set<CallConnection>();

  /** @param onStored the server has more of a call than before */
  constructor(ports: PendingFlushPorts, onStored: (callId: string) => void) {
    this.#ports = ports;
    this.#onStored = onStored;
    this.#outbox = createOutbox(ports);
  }

  addConnection(connection: CallConnection) {
    const failedBefore = failedIn(connection);
    this.#connections.add(connection);
    connection.letGo(() => {
      this.#connections.delete(connection);
      // What had failed before was seen.
      if (failedIn(connection) > failedBefore) this.#ports.tellLost();
      this.#onStored(connection.callId);
    });
  }

  /** Once after start. */
  async takeUp() {
    for (const unsent of await this.#ports.unsent.takeUp()) this.#send(unsent);
  }

  takePush(push: Extract<ServerFrame, { type: 'push' }>) {
    for (const connection of this.#connections) connection.takePush(push);
  }

  /** Nothing more is sent. */
  stop() {
    this.#outbox.stop();
    for (const connection of this.#connections) connection.discard();
    this.#connections.clear();
  }

  #send(left: Unsent) {
    const { api, unsent, tellLost } = this.#ports;
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
        // It is kept: the next page tries it again.
        if (mayPass(failure)) return;
        void unsent.drop(clientId);
        if (failure.error !== 'picDeleted') tellLost();
      },
    });
  }
}

/** How much of what was made in it the server does not take. */
const failedIn = ({ chat, snapshots }: CallConnection): number =>
  [...snapshots.list(), ...chat.items()].filter(({ state }) => state === 'failed' || state === 'tooLarge').length;
