/** A camera of this device, for screens that look through it: one at a time is open, and nothing runs after `close`. */
import { CameraAdjuster, type Facing, type MediaProblem, type Zoom } from '@earth/calls';
import { adjustCamera, cameraAbilities } from './camera-extras';
import { problemOf } from './camera-problem';
import { mainLens, type NamedCamera, rearLenses } from './lens';

export type CameraState =
  | { readonly type: 'closed' | 'opening' }
  | { readonly type: MediaProblem }
  /** A call of the phone, another program or another tab has taken the camera: it comes back by `open`, or by itself. */
  | { readonly type: 'interrupted' }
  | {
      readonly type: 'open';
      readonly track: MediaStreamTrack;
      /** Null: the camera has no light. */
      readonly torch: boolean | null;
      readonly zoom: Zoom | null;
      /** Whether `changeLens` leads to another one. */
      readonly canChangeLens: boolean;
    };

export interface LiveCameraPorts {
  /** Absent in an insecure context (plain HTTP from another machine). */
  readonly devices: Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices'> | undefined;
  readonly facing: Facing;
  /** The id of the lens that this device used last; null: none. */
  readonly readLens: () => string | null;
  readonly writeLens: (deviceId: string) => void;
}

/** Larger than the pictures that are recognized, because the camera fills the screen. */
const SIZE: MediaTrackConstraints = {
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 30 },
};
const facing = (ideal: Facing): MediaTrackConstraints => ({ ...SIZE, facingMode: { ideal } });
const lens = (deviceId: string): MediaTrackConstraints => ({ ...SIZE, deviceId: { exact: deviceId } });

export class LiveCamera {
  readonly #ports: LiveCameraPorts;
  readonly #listeners = new Set<() => void>();
  readonly #adjuster = new CameraAdjuster({ adjustCamera, cameraAbilities }, () => this.#showOpen());
  #state: CameraState = { type: 'closed' };
  #track: MediaStreamTrack | null = null;
  #lenses: readonly NamedCamera[] = [];
  /** Counts the wishes: an answer of the browser to a former one is dropped. */
  #wish = 0;

  constructor(ports: LiveCameraPorts) {
    this.#ports = ports;
  }

  readonly getState = (): CameraState => this.#state;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Opens the lens that was used last, or else the main one that faces as wanted, and asks for the permission if the browser needs it. */
  async open() {
    const remembered = this.#ports.readLens();
    const any = facing(this.#ports.facing);
    await this.#open(remembered === null ? [any] : [lens(remembered), any], remembered === null);
  }

  /** The next lens, which this device then remembers. */
  async changeLens() {
    const at = this.#lenses.findIndex(({ deviceId }) => deviceId === this.#track?.getSettings().deviceId);
    const next = this.#lenses[(at + 1) % this.#lenses.length];
    if (next) await this.#open([lens(next.deviceId), facing(this.#ports.facing)], false);
  }

  readonly setTorch = (isOn: boolean) => this.#adjuster.setTorch(isOn);
  readonly setZoom = (value: number) => this.#adjuster.setZoom(value);

  close() {
    this.#wish += 1;
    this.#release();
    this.#show({ type: 'closed' });
  }

  async #open(choices: readonly MediaTrackConstraints[], isLensFree: boolean) {
    this.#wish += 1;
    const wish = this.#wish;
    this.#release();
    this.#show({ type: 'opening' });
    const opened = await this.#first(choices);
    const track = isLensFree && opened instanceof MediaStreamTrack ? await this.#mainInstead(opened) : opened;
    if (wish !== this.#wish) return stopIfOpen(track);
    if (!(track instanceof MediaStreamTrack)) return this.#show({ type: track });
    const cameras = await this.#cameras();
    if (wish !== this.#wish) return track.stop();
    this.#lenses = this.#ports.facing === 'environment' ? rearLenses(cameras) : cameras;
    this.#use(track);
  }

  /** The first constraints that a camera fits. */
  async #first(choices: readonly MediaTrackConstraints[]): Promise<MediaStreamTrack | MediaProblem> {
    let problem: MediaProblem = 'missing';
    for (const video of choices) {
      try {
        const [track] = (await this.#ports.devices?.getUserMedia({ video, audio: false }))?.getVideoTracks() ?? [];
        if (track) return track;
      } catch (error) {
        problem = problemOf(error);
        if (problem === 'refused') return problem;
      }
    }
    return problem;
  }

  /** Names are known only after the permission: if the browser chose another lens than the main one, that one is opened instead. */
  async #mainInstead(track: MediaStreamTrack): Promise<MediaStreamTrack | MediaProblem> {
    if (this.#ports.facing === 'user') return track;
    const main = mainLens(await this.#cameras());
    if (!main || main.deviceId === track.getSettings().deviceId) return track;
    // Some devices open only one camera at a time.
    track.stop();
    return this.#first([lens(main.deviceId), facing('environment')]);
  }

  async #cameras(): Promise<readonly MediaDeviceInfo[]> {
    const all = (await this.#ports.devices?.enumerateDevices().catch(() => [])) ?? [];
    return all.filter(({ kind }) => kind === 'videoinput');
  }

  #use(track: MediaStreamTrack) {
    this.#track = track;
    const { deviceId } = track.getSettings();
    if (deviceId !== undefined && this.#lenses.length > 1) this.#ports.writeLens(deviceId);
    const onInterrupted = () => this.#track === track && this.#show({ type: 'interrupted' });
    track.addEventListener('ended', onInterrupted);
    track.addEventListener('mute', onInterrupted);
    track.addEventListener('unmute', () => this.#track === track && this.#showOpen());
    this.#adjuster.use(track);
    this.#showOpen();
  }

  #showOpen() {
    const track = this.#track;
    if (!track || track.readyState === 'ended') return;
    // The light and the zoom can be adjusted meanwhile.
    if (track.muted) return this.#show({ type: 'interrupted' });
    this.#show({ type: 'open', track, ...this.#adjuster.state(), canChangeLens: this.#lenses.length > 1 });
  }

  #release() {
    this.#adjuster.use(null);
    this.#track?.stop();
    this.#track = null;
  }

  #show(state: CameraState) {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function stopIfOpen(track: MediaStreamTrack | MediaProblem) {
  if (track instanceof MediaStreamTrack) track.stop();
}
