/**
 * AR (A4.29–A4.31): what a second camera sees in front of its background, such as hands and tools, is sent instead of the camera
 * while a snapshot is selected. The background is learnt first, and again when the user wishes.
 */
import type { ArCamera, CallPorts } from '../ports';
import type { Ar, ArProblem, ArTraining } from '../view';

type ArPorts = Pick<CallPorts, 'ar' | 'createMediaStream'>;

export class ArControl {
  readonly #ports: ArPorts;
  readonly #onChange: () => void;
  /** The camera of the call. AR uses another one, and is off while there is none. */
  #camera: MediaStreamTrack | null = null;
  #arCamera: ArCamera | null = null;
  #training: ArTraining | null = null;
  #problem: ArProblem | null = null;
  #preview: MediaStream | null = null;
  #isSnapshotShown = false;
  /** The processed track while it is sent, and the stream that shows it here. */
  #sent: { readonly track: MediaStreamTrack; readonly stream: MediaStream } | null = null;

  constructor(ports: ArPorts, onChange: () => void) {
    this.#ports = ports;
    this.#onChange = onChange;
  }

  /** Null: AR is not offered. */
  view(): Ar | null {
    const { ar } = this.#ports;
    return (
      ar && {
        isOn: ar.isOn(),
        training: this.#training,
        problem: this.#problem,
        preview: this.#preview,
        foreground: this.#sent?.stream ?? null,
      }
    );
  }

  /** The track to be sent instead of the camera; null: the camera. */
  get track(): MediaStreamTrack | null {
    return this.#sent?.track ?? null;
  }

  setOn(on: boolean) {
    this.#ports.ar?.setOn(on);
    this.#restart();
    this.#onChange();
  }

  /** Learns the background anew. After a problem, the AR camera is opened again. */
  learn() {
    if (!this.#arCamera || this.#problem !== null) this.#restart();
    else {
      this.#training = { state: 'started' };
      this.#arCamera.learn();
    }
    this.#update();
    this.#onChange();
  }

  /** The camera of the call is open, or closed. Notifies only later. */
  use(camera: MediaStreamTrack | null) {
    if (camera === this.#camera) return;
    this.#camera = camera;
    this.#restart();
  }

  /** Another AR camera was chosen. */
  change() {
    this.#restart();
    this.#onChange();
  }

  setSnapshotShown(isShown: boolean) {
    if (isShown === this.#isSnapshotShown) return;
    this.#isSnapshotShown = isShown;
    if (this.#update()) this.#onChange();
  }

  #restart() {
    this.#close();
    this.#training = null;
    this.#problem = null;
    const { ar } = this.#ports;
    if (ar?.isOn() && this.#camera) this.#open(ar, this.#camera);
  }

  #open(ar: NonNullable<CallPorts['ar']>, camera: MediaStreamTrack) {
    this.#training = { state: 'started' };
    this.#arCamera = ar.open(camera, {
      onOpened: (track) => {
        this.#preview = this.#streamOf(track);
        this.#onChange();
      },
      onProgress: (percent) => {
        this.#training = percent < 100 ? { state: 'progress', percent } : { state: 'ended' };
        this.#update();
        this.#onChange();
      },
      onError: (problem) => {
        this.#close();
        this.#training = null;
        this.#problem = problem;
        this.#onChange();
      },
    });
  }

  #close() {
    this.#arCamera?.close();
    this.#arCamera = null;
    this.#preview = null;
    this.#sent = null;
  }

  /** Starts or stops the processing. @returns whether it did */
  #update(): boolean {
    const isWanted = this.#isSnapshotShown && this.#training?.state === 'ended';
    if (!this.#arCamera || isWanted === (this.#sent !== null)) return false;
    if (isWanted) {
      const track = this.#arCamera.start();
      this.#sent = { track, stream: this.#streamOf(track) };
    } else {
      this.#arCamera.stop();
      this.#sent = null;
    }
    return true;
  }

  #streamOf(track: MediaStreamTrack): MediaStream {
    const stream = this.#ports.createMediaStream();
    stream.addTrack(track);
    return stream;
  }
}
