/** Light and zoom of the user's own camera, if it has them. */
import type { CallPorts, CameraAbilities, CameraAdjustment } from '../ports';
import type { CameraState } from '../view';

const NOTHING: CameraAbilities = { torch: false, zoom: null };

/** Sends one adjustment at a time to the camera; the latest wish wins. */
export class CameraAdjuster {
  readonly #media: Pick<CallPorts['media'], 'adjustCamera' | 'cameraAbilities'>;
  readonly #onChange: () => void;
  #track: MediaStreamTrack | null = null;
  #abilities = NOTHING;
  #torch = false;
  #zoom = 1;
  #isWorking = false;
  #isWantedAgain = false;

  constructor(media: Pick<CallPorts['media'], 'adjustCamera' | 'cameraAbilities'>, onChange: () => void) {
    this.#media = media;
    this.#onChange = onChange;
  }

  state(): Pick<CameraState, 'torch' | 'zoom'> {
    const { torch, zoom } = this.#abilities;
    return { torch: torch ? this.#torch : null, zoom: zoom && { ...zoom, value: this.#zoom } };
  }

  /** Switches to another camera, or to none, with its light off and no zoom. */
  use(track: MediaStreamTrack | null) {
    if (track === this.#track) return;
    this.#track = track;
    this.#abilities = NOTHING;
    this.#torch = false;
    if (track) void this.#learn(track);
  }

  setTorch(on: boolean) {
    if (!this.#abilities.torch || on === this.#torch) return;
    this.#torch = on;
    this.#changed();
  }

  setZoom(value: number) {
    const { zoom } = this.#abilities;
    if (!zoom || !Number.isFinite(value)) return;
    const within = Math.min(zoom.max, Math.max(zoom.min, value));
    if (within === this.#zoom) return;
    this.#zoom = within;
    this.#changed();
  }

  async #learn(track: MediaStreamTrack) {
    const abilities = await this.#media.cameraAbilities(track);
    if (track !== this.#track || (!abilities.torch && !abilities.zoom)) return;
    this.#abilities = abilities;
    this.#zoom = abilities.zoom?.value ?? 1;
    this.#onChange();
  }

  #changed() {
    this.#onChange();
    if (this.#isWorking) this.#isWantedAgain = true;
    else void this.#work();
  }

  async #work() {
    this.#isWorking = true;
    do {
      this.#isWantedAgain = false;
      const track = this.#track;
      if (track) await this.#media.adjustCamera(track, this.#wanted()).catch(() => this.#giveUp(track));
    } while (this.#isWantedAgain);
    this.#isWorking = false;
  }

  #wanted(): CameraAdjustment {
    const { torch, zoom } = this.#abilities;
    return { ...(torch && { torch: this.#torch }), ...(zoom && { zoom: this.#zoom }) };
  }

  /** A camera that fails to do what it claims is not offered the controls any more. */
  #giveUp(track: MediaStreamTrack) {
    if (track !== this.#track) return;
    this.#abilities = NOTHING;
    this.#onChange();
  }
}
