/** What the layer over the camera shows, and where: from the frames that the engine has seen. */
import type { Pose, Size } from '@earth/vision';
import { poseFrom } from '@earth/vision';
import type { SeenFrame } from '../../vision';
import { FocalEstimate } from './focal';
import { ItemStage, type StageView } from './item-stage';
import { coverOf, dockedPose, type Room } from './placement';
import { Targets } from './targets';

export type TargetStates = Targets['states'];

const UNIT: Size = { width: 1, height: 1 };
/** As long as nothing is known of what stands on a marker. */
const ROOM: Room = { x: 0, y: 0, near: 0, width: 1, height: 1 };

export class Stage extends ItemStage {
  readonly #targets = new Targets(() => this.#changed());
  readonly #rooms = new Map<string, Room>();
  #states: TargetStates = [];
  #box: Size = UNIT;
  #frame: Size = UNIT;
  #focal = new FocalEstimate(UNIT);

  readonly getStates = (): TargetStates => this.#states;

  /** Of the layer, in CSS px. */
  resize(box: Size) {
    this.#box = box;
  }

  /** The room of what stands on a marker: it floats as a whole. */
  setRoom(id: string, room: Room) {
    this.#rooms.set(id, room);
  }

  /** @param at milliseconds */
  see({ width, height, views }: SeenFrame, at: number) {
    if (width !== this.#frame.width || height !== this.#frame.height) {
      this.#frame = { width, height };
      this.#focal = new FocalEstimate(this.#frame);
    }
    for (const view of views) this.#focal.see(view);
    const { camera } = this.#focal;
    const seen = views.map((view) => ({ id: view.id, pose: poseFrom(view.pose, view, camera) }));
    this.#targets.see(seen, at, this.#docked);
  }

  close(id: string) {
    this.#targets.close(id);
  }

  poseOf(id: string, at: number): Pose | null {
    return this.#targets.poseOf(id, at, this.#docked);
  }

  get view(): StageView {
    return { camera: this.#focal.camera, frame: this.#frame, cover: coverOf(this.#frame, this.#box) };
  }

  readonly #docked = (id: string): Pose => dockedPose(this.view, this.#box, this.#rooms.get(id) ?? ROOM);

  #changed() {
    this.#states = this.#targets.states;
    this.notify();
  }
}
