/** What the layer over the camera shows, and where: from the frames that the engine has seen, at the rate of the display. */
import type { Pose, Size } from '@earth/vision';
import { poseFrom } from '@earth/vision';
import type { SeenFrame } from '../../vision';
import { FocalEstimate } from './focal';
import type { Matrix } from './matrix';
import { coverOf, cssMatrix, dockedPose, type Room } from './placement';
import { Targets } from './targets';

export type TargetStates = Targets['states'];
type Draw = (at: number) => void;

/** `loading`, `shown`, or `failed`: it cannot be loaded or drawn. */
export type ModelState = 'loading' | 'shown' | 'failed';

/** A 3D model on a target. */
export interface PlacedModel {
  readonly target: string;
  readonly url: string;
  /** From the model, whose width is 1, to the marker. */
  readonly matrix: Matrix;
  readonly onState: (state: ModelState) => void;
}

const UNIT: Size = { width: 1, height: 1 };
/** As long as nothing is known of what stands on a marker. */
const ROOM: Room = { x: 0, y: 0, near: 0, width: 1, height: 1 };

export class Stage {
  readonly #targets = new Targets(() => this.#changed());
  readonly #listeners = new Set<() => void>();
  readonly #drawn = new Set<Draw>();
  readonly #rooms = new Map<string, Room>();
  #states: TargetStates = [];
  #models: readonly PlacedModel[] = [];
  #box: Size = UNIT;
  #frame: Size = UNIT;
  #focal = new FocalEstimate(UNIT);
  #request = 0;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getStates = (): TargetStates => this.#states;

  readonly getModels = (): readonly PlacedModel[] => this.#models;

  /** @returns a function that removes it */
  addModel(model: PlacedModel): () => void {
    this.#models = [...this.#models, model];
    this.#notify();
    return () => {
      this.#models = this.#models.filter((one) => one !== model);
      this.#notify();
    };
  }

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

  /** Calls back before each frame of the display. @returns a function that ends it */
  onDraw(draw: Draw): () => void {
    this.#drawn.add(draw);
    if (this.#drawn.size === 1) this.#request = requestAnimationFrame(this.#draw);
    return () => {
      this.#drawn.delete(draw);
      if (this.#drawn.size === 0) cancelAnimationFrame(this.#request);
    };
  }

  readonly #draw = () => {
    this.#request = requestAnimationFrame(this.#draw);
    const at = performance.now();
    for (const draw of this.#drawn) draw(at);
  };

  /** Null: the target is not shown. */
  poseOf(id: string, at: number): Pose | null {
    return this.#targets.poseOf(id, at, this.#docked);
  }

  /** The `transform` of an element on a target. @param item from the element to the marker */
  transformOf(id: string, item: Matrix, at: number): string | null {
    const pose = this.poseOf(id, at);
    return pose && cssMatrix(pose, item, this.view);
  }

  /** The camera, its frame, and where the frame is in the box. */
  get view() {
    return { camera: this.#focal.camera, frame: this.#frame, cover: coverOf(this.#frame, this.#box) };
  }

  readonly #docked = (id: string): Pose => dockedPose(this.view, this.#box, this.#rooms.get(id) ?? ROOM);

  #changed() {
    this.#states = this.#targets.states;
    this.#notify();
  }

  #notify() {
    for (const listener of this.#listeners) listener();
  }
}
