/** What people do with the live pictures of a call, and with the cameras behind them. */
import type { PeerMessage } from '@earth/contracts';
import { AskedSnapshots } from './asked-snapshots';
import { CameraControl } from './camera-control';
import { Pointing } from './pointing';
import type { CallPorts } from './ports';
import type { Snapshots } from './snapshots';
import type { CameraAnswers, CameraCommand, CameraState } from './view';

export interface LiveRoomOptions {
  /** One's own contact id. */
  readonly me: string;
  readonly isController: boolean;
  /** By the role that the server names. */
  readonly isControllerAt: (contactId: string) => boolean;
  /** Whether somebody, perhaps oneself, is in the call. */
  readonly isIn: (contactId: string) => boolean;
  /** Who is linked with this page. */
  readonly peers: () => readonly string[];
  readonly send: (message: PeerMessage, to?: string) => void;
  readonly snapshots: Snapshots;
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

export class LiveRoom {
  readonly asks: AskedSnapshots;
  readonly pointing: Pointing;
  readonly cameras: CameraControl;

  constructor(ports: Pick<CallPorts, 'clock' | 'createId'>, options: LiveRoomOptions) {
    this.asks = new AskedSnapshots(ports, options);
    this.pointing = new Pointing({ ...options, clock: ports.clock, onChange: options.onPoint });
    this.cameras = new CameraControl({ ...options, own: options.camera });
  }

  /** What is none of these messages is not for here. */
  take(from: string, message: PeerMessage) {
    switch (message.type) {
      case 'askSnapshot':
        return this.asks.takeAsk(from, message);
      case 'snapshotAnswer':
        return this.asks.takeAnswer(from, message);
      case 'point':
        return this.pointing.take(from, message);
      case 'cameraState':
      case 'askCamera':
      case 'camera':
        return this.cameras.take(from, message);
      default:
      // The room has taken the others.
    }
  }

  /** Somebody has left. */
  forget(contactId: string) {
    this.asks.forget(contactId);
    this.pointing.forget(contactId);
    this.cameras.forget(contactId);
  }

  stop() {
    this.asks.stop();
    this.pointing.stop();
  }
}
