/** The targets of the screen: found, for a moment out of sight, or lost and floating (one at a time, until it is closed). */
import type { Pose } from '@earth/vision';
import { between, PoseFilter } from './pose-filter';

/** So long content stays where its marker was last seen. */
export const HELD_MS = 400;
/** Of the way between a marker and the middle of the screen. */
const MOVE_MS = 250;

export type TargetState = 'found' | 'held' | 'floating';

export interface SeenTarget {
  readonly id: string;
  readonly pose: Pose;
}

interface Target {
  readonly filter: PoseFilter;
  state: TargetState;
  seenAt: number;
  /** Where its marker was last seen. */
  pose: Pose;
  /** Where it was drawn when it began to move, and when that was. */
  from: { readonly pose: Pose; readonly at: number } | null;
}

const ease = (share: number) => 1 - (1 - share) ** 3;

export class Targets {
  readonly #targets = new Map<string, Target>();
  readonly #onChange: () => void;

  /** @param onChange when a target appears, floats, or goes */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get states(): readonly { readonly id: string; readonly state: TargetState }[] {
    return [...this.#targets].map(([id, { state }]) => ({ id, state }));
  }

  /** The targets of a frame. @param at milliseconds @param docked where content floats */
  see(seen: readonly SeenTarget[], at: number, docked: (id: string) => Pose) {
    for (const { id, pose } of seen) this.#find(id, pose, at, docked);
    this.#lose(at, docked);
  }

  #find(id: string, pose: Pose, at: number, docked: (id: string) => Pose) {
    const known = this.#targets.get(id);
    if (!known) {
      const filter = new PoseFilter();
      const target: Target = { filter, state: 'found', seenAt: at, pose: filter.next(pose, at / 1000), from: null };
      this.#targets.set(id, target);
      this.#dropFloating();
      this.#onChange();
      return;
    }
    const isBack = known.state !== 'found';
    if (isBack) {
      known.from = { pose: this.#drawn(id, known, at, docked), at };
      known.filter.reset();
    }
    known.seenAt = at;
    known.pose = known.filter.next(pose, at / 1000);
    if (!isBack) return;
    known.state = 'found';
    this.#dropFloating();
    this.#onChange();
  }

  #lose(at: number, docked: (id: string) => Pose) {
    for (const [id, target] of this.#targets) {
      if (target.state === 'found' && target.seenAt < at) target.state = 'held';
      if (target.state !== 'held' || at - target.seenAt < HELD_MS) continue;
      target.from = { pose: this.#drawn(id, target, at, docked), at };
      const isOtherSeen = [...this.#targets.values()].some(({ state }) => state === 'found');
      this.#dropFloating();
      if (isOtherSeen) this.#targets.delete(id);
      else target.state = 'floating';
      this.#onChange();
    }
  }

  /** What is found takes the place of what floats. */
  #dropFloating() {
    for (const [id, { state }] of this.#targets) if (state === 'floating') this.#targets.delete(id);
  }

  close(id: string) {
    if (this.#targets.delete(id)) this.#onChange();
  }

  /** Where the content of a target is drawn now. Null: there is no such target. */
  poseOf(id: string, at: number, docked: (id: string) => Pose): Pose | null {
    const target = this.#targets.get(id);
    return target ? this.#drawn(id, target, at, docked) : null;
  }

  #drawn(id: string, { state, pose, from }: Target, at: number, docked: (id: string) => Pose): Pose {
    const goal = state === 'floating' ? docked(id) : pose;
    const share = from ? (at - from.at) / MOVE_MS : 1;
    return from && share < 1 ? between(from.pose, goal, ease(Math.max(0, share))) : goal;
  }
}
