/** The stage of the editor: what stands on one marker, seen by a camera that the user turns about it. */
import { guessCamera, type Pose, type Size } from '@earth/vision';
import { ItemStage, type StageView } from '../../../discover/ar/model/item-stage';
import { coverOf, type Room } from '../../../discover/ar/model/placement';
import { type Orbit, pixelOf, type Point, poseOf, type Ray, rayAt, turned, zoomed } from './orbit';

/** Of the picture, when all is in it. */
const FILLED = 0.75;
const FIRST: Orbit = { turn: 20, tilt: 45, distance: 3, centre: [0, 0, 0] };

export class OrbitStage extends ItemStage {
  #box: Size = { width: 1, height: 1 };
  #orbit = FIRST;
  #isFitted = false;

  poseOf(): Pose {
    return poseOf(this.#orbit);
  }

  get view(): StageView {
    return { camera: guessCamera(this.#box), frame: this.#box, cover: coverOf(this.#box, this.#box) };
  }

  /** Of the preview, in CSS px. The first time all that stands there is brought into the picture. */
  resize(box: Size, room: Room) {
    if (box.width === 0 || box.height === 0) return;
    this.#box = box;
    if (!this.#isFitted) this.reset(room);
  }

  /** From the first side again, with all in the picture. */
  reset({ x, y, near, width, height }: Room) {
    const { focal } = this.view.camera;
    const { width: boxWidth, height: boxHeight } = this.#box;
    const distance = (focal / FILLED) * Math.max(width / boxWidth, height / boxHeight) + near;
    this.#orbit = zoomed({ ...FIRST, distance, centre: [x, y, near / 2] }, 1);
    this.#isFitted = true;
  }

  /** @param by degrees */
  turn(turn: number, tilt: number) {
    this.#orbit = turned(this.#orbit, { turn, tilt });
  }

  /** @param by above 1: nearer */
  zoom(by: number) {
    this.#orbit = zoomed(this.#orbit, by);
  }

  /** @param pixel from the upper left corner of the preview */
  rayAt(pixel: readonly [x: number, y: number]): Ray {
    return rayAt(this.#orbit, this.view.camera, pixel);
  }

  pixelOf(point: Point): readonly [number, number] | null {
    return pixelOf(this.#orbit, this.view.camera, point);
  }
}
