/**
 * How far the messages of a call have come to its people: fetched when the first of them reports it, and updated by their reports
 * from then on. Before, the receipts in the messages themselves count.
 */
import { coalesce } from '@earth/async';
import type { PushEvent } from '@earth/contracts';
import type { CallPorts } from '../ports';
import type { MessageReader } from '../view';

type Report = Extract<PushEvent, { messageType: 'CallMessagesRead' | 'CallMessagesDelivered' }>;

const nobody: readonly MessageReader[] = [];

export class MessageProgress {
  readonly #onChange: () => void;
  #readers: readonly MessageReader[] | null = null;
  readonly #fetch: () => Promise<void>;

  constructor({ api }: Pick<CallPorts, 'api'>, callId: string, onChange: () => void) {
    this.#onChange = onChange;
    this.#fetch = coalesce(async () => {
      const people = await api.listCallMessageProgress({ id: callId });
      this.#set(people.map(({ contactUniqueId: contactId, ...reached }) => ({ contactId, ...reached })));
    });
  }

  /** Empty: not fetched yet. */
  readers(): readonly MessageReader[] {
    return this.#readers ?? nobody;
  }

  /** Reports may have been missed. Rejects if the server is unreachable. */
  async refresh() {
    if (this.#readers) await this.#fetch();
  }

  handlePush({ messageType, messageContent: { contactUniqueId, position } }: Report) {
    const isKnown = this.#readers?.some(({ contactId }) => contactId === contactUniqueId);
    if (!this.#readers || !isKnown) return void this.#fetch().catch(() => {});
    const isRead = messageType === 'CallMessagesRead';
    this.#set(
      this.#readers.map((one) =>
        one.contactId === contactUniqueId
          ? {
              ...one,
              deliveredPosition: Math.max(one.deliveredPosition, position),
              readPosition: Math.max(one.readPosition, isRead ? position : 0),
            }
          : one,
      ),
    );
  }

  #set(readers: readonly MessageReader[]) {
    this.#readers = readers;
    this.#onChange();
  }
}
