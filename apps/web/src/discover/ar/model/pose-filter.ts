import { OneEuroFilter, type Pose } from '@earth/vision';

/** Hz at rest, and how fast it rises with the speed in marker widths a second. */
const OPTIONS = { minCutoff: 2, beta: 10 };

type Rotation = Pose['rotation'];

const normalized = (values: readonly number[]): Rotation => {
  const length = Math.hypot(...values) || 1;
  const [x = 0, y = 0, z = 0, w = 1] = values.map((value) => value / length);
  return [x, y, z, w];
};

/** A quaternion and its negative are the same rotation: the one that is near the other. */
const near = (one: Rotation, other: Rotation): Rotation =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0) < 0 ? [-one[0], -one[1], -one[2], -one[3]] : one;

/** Between two poses, by a share from 0 to 1: normalised linear interpolation. */
export function between(from: Pose, to: Pose, share: number): Pose {
  const mix = (one: number, other: number) => one + share * (other - one);
  const target = near(to.rotation, from.rotation);
  const [x, y, z] = from.translation;
  return {
    rotation: normalized(from.rotation.map((value, at) => mix(value, target[at] ?? 0))),
    translation: [mix(x, to.translation[0]), mix(y, to.translation[1]), mix(z, to.translation[2])],
  };
}

/** Takes the trembling out of the poses of a target that rests, without lag when it moves. */
export class PoseFilter {
  readonly #filter = new OneEuroFilter(OPTIONS);
  #last: Pose | null = null;

  /** @param at seconds */
  next({ rotation, translation }: Pose, at: number): Pose {
    const turned = this.#last ? near(rotation, this.#last.rotation) : rotation;
    const [x = 0, y = 0, z = 0, ...rest] = this.#filter.next([...translation, ...turned], at);
    this.#last = { translation: [x, y, z], rotation: normalized(rest) };
    return this.#last;
  }

  /** After a loss the next pose is taken as it is. */
  reset() {
    this.#filter.reset();
    this.#last = null;
  }
}
