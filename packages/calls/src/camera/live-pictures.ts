/** What users do with the live pictures of a call and with their cameras: snapshots, pointing, camera control, recording. */
import type { Call, CallTarget, PeerMessage } from '@earth/contracts';
import { AskedSnapshots } from '../snapshots/asked-snapshots';
import type { AuthorOf } from '../session/author';
import { CameraControl } from './camera-control';
import { mayDrawIn } from '../session/roster';
import { Pointing } from './pointing';
import type { CallPorts } from '../ports';
import { CallRecording, type CallRecordingOptions } from '../recording/call-recording';
import { createPictureSizes, type PictureSizes } from './picture-sizes';
import type { PeerHandlers } from '../transport/peer-handlers';
import type { CallTransport } from '../transport/transport';
import { Previews } from '../snapshots/previews';
import type { Snapshots } from '../snapshots/snapshots';
import type { CameraAnswers, CameraCommand, CameraState } from '../view';

export interface LivePicturesOptions extends Pick<CallRecordingOptions, 'links' | 'outbox' | 'scene'> {
  readonly call: Pick<Call, 'uniqueId'>;
  readonly targets: () => readonly CallTarget[];
  readonly authorOf: AuthorOf;
  readonly isController: boolean;
  /** By the role that the server gives. */
  readonly isControllerAt: (contactId: string) => boolean;
  /** Whether a contact, who may be the user, is in the call. */
  readonly isIn: (contactId: string) => boolean;
  /** The contacts to whom this page has a link. */
  readonly peers: () => readonly string[];
  readonly send: (message: PeerMessage, to?: string) => void;
  readonly snapshots: Snapshots;
  /** The video track received from a contact. */
  readonly seenOf: (contactId: string) => MediaStreamTrack | undefined;
  readonly setPictureSize: CallTransport['setPictureSize'];
  /** Shows a snapshot on the screen. */
  readonly select: (picId: string) => void;
  /** The track that the user's camera or screen sends; null: none. */
  readonly ownTrack: () => MediaStreamTrack | null;
  /** The present state of the user's camera; null: none is shown. */
  readonly camera: () => CameraState | null;
  /** A controller with consent switches the user's camera. */
  readonly onCommand: (command: CameraCommand) => void;
  /** The answers about the user's camera from before a reload. */
  readonly cameraAnswers: CameraAnswers;
  /** The user has answered: all answers, to be remembered. */
  readonly onAnswer: (answers: CameraAnswers) => void;
  readonly onChange: () => void;
  /** A pointer has moved. */
  readonly onPoint: () => void;
}

export class LivePictures {
  readonly asks: AskedSnapshots;
  readonly pointing: Pointing;
  readonly cameras: CameraControl;
  readonly previews: Previews;
  readonly recording: CallRecording;
  readonly sizes: PictureSizes;
  readonly #options: LivePicturesOptions;

  constructor(
    ports: Pick<CallPorts, 'cipher' | 'clock' | 'createId' | 'me' | 'recorder' | 'settings'>,
    options: LivePicturesOptions,
  ) {
    this.#options = options;
    this.asks = new AskedSnapshots(ports, options);
    this.pointing = new Pointing({
      ...options,
      me: ports.me.uniqueId,
      clock: ports.clock,
      mayDraw: (contactId) => mayDrawIn(options.targets(), contactId, ports.settings),
      onChange: options.onPoint,
    });
    this.cameras = new CameraControl({ ...options, own: options.camera });
    this.previews = new Previews(ports, options);
    this.sizes = createPictureSizes(options.setPictureSize);
    this.recording = new CallRecording(ports, {
      ...options,
      callId: options.call.uniqueId,
      onRun: this.sizes.setRecording,
    });
  }

  /** Takes a snapshot of the picture of a contact; null: of the user. If there is no picture, nothing happens. */
  takeSnapshot(of: string | null) {
    const { isController, ownTrack, seenOf, snapshots } = this.#options;
    const track = of === null ? ownTrack() : seenOf(of);
    if (!track) return;
    if (of === null) void snapshots.photograph(track);
    else if (isController) this.asks.ask(of, track);
    else void snapshots.capture(track);
  }

  /**
   * A controller freezes everybody's screen at the picture of a contact (null: of the user), to draw on it at once. The present
   * frame is enough for that: it does not wait for a photograph of the other device.
   */
  freeze(of: string | null) {
    const { isController, ownTrack, seenOf, select, snapshots } = this.#options;
    const track = of === null ? ownTrack() : seenOf(of);
    if (track && isController) void snapshots.freeze(track, select);
  }

  get handlers() {
    const { asks, cameras, pointing, previews, recording } = this;
    return {
      askSnapshot: (from, message) => asks.handleAsk(from, message),
      snapshotAnswer: (from, message) => asks.handleAnswer(from, message),
      picPreview: (from, message) => previews.handlePreview(from, message),
      point: (from, message) => pointing.handlePoint(from, message),
      ...cameras.handlers,
      ...recording.handlers,
    } satisfies Partial<PeerHandlers>;
  }

  /** Messages reach a participant. */
  handleReachable(contactId: string, isSamePage: boolean) {
    this.cameras.handleReachable(contactId);
    // What another page of theirs said does not hold for this one, which says it again.
    if (!isSamePage) this.recording.given.forget(contactId);
    this.recording.asked.handleReachable(contactId);
  }

  /** A participant has left. */
  forget(contactId: string) {
    this.asks.forget(contactId);
    this.previews.forget(contactId);
    this.pointing.forget(contactId);
    this.cameras.forget(contactId);
    this.recording.forget(contactId);
  }

  stop() {
    this.asks.stop();
    this.pointing.stop();
    this.recording.stop();
  }
}
