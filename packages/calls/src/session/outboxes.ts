/** The outboxes of a call: one for each kind of upload and download, so that they do not wait for each other. */
import { createOutbox, type Outbox } from '../messages/outbox';
import type { CallPorts } from '../ports';

export class CallOutboxes {
  readonly keys: Outbox;
  readonly downloads: Outbox;
  readonly fileDownloads: Outbox;
  readonly messages: Outbox;
  readonly files: Outbox;
  readonly pics: Outbox;

  /** @param onStored called when an outbox that stores has nothing left to do */
  constructor(ports: Pick<CallPorts, 'clock' | 'realtime'>, onStored: () => void) {
    this.keys = createOutbox(ports);
    this.downloads = createOutbox(ports);
    this.fileDownloads = createOutbox(ports);
    this.messages = createOutbox(ports, onStored);
    this.files = createOutbox(ports, onStored);
    this.pics = createOutbox(ports, onStored);
  }

  get isStoring(): boolean {
    return this.#storing().some(({ isBusy }) => isBusy);
  }

  stopFetching() {
    this.downloads.stop();
    this.fileDownloads.stop();
  }

  stop() {
    this.keys.stop();
    this.stopFetching();
    for (const outbox of this.#storing()) outbox.stop();
  }

  #storing(): readonly Outbox[] {
    return [this.messages, this.files, this.pics];
  }
}
