/** What people do with the live pictures of a call, and with the cameras behind them. */
import type { Call, CallTarget, PeerMessage } from '@earth/contracts';
import { AskedSnapshots } from '../snapshots/asked-snapshots';
import type { AuthorOf } from '../session/author';
import { CameraControl } from './camera-control';
import { Pointing } from './pointing';
import type { CallPorts } from '../ports';
import { Previews } from '../snapshots/previews';
import type { Snapshots } from '../snapshots/snapshots';
import type { CameraAnswers, CameraCommand, CameraState } from '../view';

export interface LivePicturesOptions {
  readonly call: Pick<Call, 'uniqueId'>;
  readonly targets: () => readonly CallTarget[];
  readonly authorOf: AuthorOf;
  readonly isController: boolean;
  /** By the role that the server names. */
  readonly isControllerAt: (contactId: string) => boolean;
  /** Whether somebody, perhaps oneself, is in the call. */
  readonly isIn: (contactId: string) => boolean;
  /** Who is linked with this page. */
  readonly peers: () => readonly string[];
  readonly send: (message: PeerMessage, to?: string) => void;
  readonly snapshots: Snapshots;
  /** What is received of somebody. */
  readonly seenOf: (contactId: string) => MediaStreamTrack | undefined;
  /** Moves the screen to a snapshot. */
  readonly select: (picId: string) => void;
  /** What one's own camera, or screen, sends; null: nothing. */
  readonly ownTrack: () => MediaStreamTrack | null;
  /** One's own camera, as it is now; null: none is shown. */
  readonly camera: () => CameraState | null;
  /** Somebody who may switches it. */
  readonly onCommand: (command: CameraCommand) => void;
  /** What was answered about one's camera before a reload, and what is from now on. */
  readonly cameraAnswers: CameraAnswers;
  readonly onAnswer: (answers: CameraAnswers) => void;
  readonly onChange: () => void;
  /** Somebody points elsewhere. */
  readonly onPoint: () => void;
}

export class LivePictures {
  readonly asks: AskedSnapshots;
  readonly pointing: Pointing;
  readonly cameras: CameraControl;
  readonly previews: Previews;
  readonly #options: LivePicturesOptions;

  constructor(ports: Pick<CallPorts, 'cipher' | 'clock' | 'createId' | 'me'>, options: LivePicturesOptions) {
    this.#options = options;
    this.asks = new AskedSnapshots(ports, options);
    this.pointing = new Pointing({ ...options, me: ports.me.uniqueId, clock: ports.clock, onChange: options.onPoint });
    this.cameras = new CameraControl({ ...options, own: options.camera });
    this.previews = new Previews(ports, options);
  }

  /** Of what somebody shows; null is oneself. Where nothing is shown, there is none. */
  takeSnapshot(of: string | null) {
    const { isController, ownTrack, seenOf, snapshots } = this.#options;
    const track = of === null ? ownTrack() : seenOf(of);
    if (!track) return;
    if (of === null) void snapshots.photograph(track);
    else if (isController) this.asks.ask(of, track);
    else void snapshots.capture(track);
  }

  /**
   * A controller stops everybody's screen at what is seen of somebody (null: of oneself), to draw on it at once. The frame is
   * enough for that: nothing is awaited from the other device.
   */
  freeze(of: string | null) {
    const { isController, ownTrack, seenOf, select, snapshots } = this.#options;
    const track = of === null ? ownTrack() : seenOf(of);
    if (track && isController) void snapshots.freeze(track, select);
  }


  /** Somebody has left. */
  forget(contactId: string) {
    this.asks.forget(contactId);
    this.previews.forget(contactId);
    this.pointing.forget(contactId);
    this.cameras.forget(contactId);
  }

  stop() {
    this.asks.stop();
    this.pointing.stop();
  }
}
