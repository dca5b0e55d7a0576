/** A fake of AR: cameras whose learning, failing and processing the test decides. */
import type { ArEvents, ArPort } from '../ports';
import { asTrack, FakeTrack } from './fake-media';

export class FakeAr implements ArPort {
  /** What the user has chosen. */
  on = false;
  /** Each opening, also those that are closed. */
  readonly opened: FakeArCamera[] = [];

  isOn = () => this.on;
  setOn = (on: boolean) => void (this.on = on);

  open(camera: MediaStreamTrack, events: ArEvents) {
    const opened = new FakeArCamera(camera.label, events);
    this.opened.push(opened);
    return opened;
  }

  /** The camera that was opened last. @throws if there is none */
  get camera(): FakeArCamera {
    const camera = this.opened.at(-1);
    if (!camera) throw new Error('No AR camera is open');
    return camera;
  }

  /** The cameras that are open. */
  get running() {
    return this.opened.filter(({ isClosed }) => !isClosed);
  }
}

class FakeArCamera {
  readonly preview = new FakeTrack('video', 'AR camera');
  readonly processed = new FakeTrack('video', 'foreground');
  isClosed = false;
  isProcessing = false;
  learnings = 1;

  constructor(
    /** The camera that AR was told to leave alone. */
    readonly besides: string,
    readonly events: ArEvents,
  ) {}

  /** Opens, and learns all frames. */
  finish() {
    this.events.onOpened(asTrack(this.preview));
    this.events.onProgress(100);
  }

  learn() {
    this.learnings += 1;
  }

  start() {
    this.isProcessing = true;
    return asTrack(this.processed);
  }

  stop() {
    this.isProcessing = false;
  }

  close() {
    this.isClosed = true;
    this.isProcessing = false;
  }
}
