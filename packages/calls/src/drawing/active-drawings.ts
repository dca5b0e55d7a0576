/** The drawings of the running call, if there is one. Screens keep this one object, which is the same from call to call. */
import type { Drawings } from './drawings';
import {
  type DrawingSurface,
  type Laser,
  type NewStroke,
  NO_DRAWING,
  type PenPoint,
  type Point,
} from '@earth/annotations';

const NO_LASERS: readonly Laser[] = [];

export class ActiveDrawings implements DrawingSurface {
  readonly #listeners = new Set<() => void>();
  #drawings: Drawings | null = null;
  #stop: () => void = () => undefined;

  /** Switches to the drawings of another call; null: there is none. */
  show(drawings: Drawings | null) {
    this.#stop();
    this.#drawings = drawings;
    this.#stop = drawings?.subscribe(this.#notify) ?? (() => undefined);
    this.#notify();
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  getDrawing = (picId: string) => this.#drawings?.getDrawing(picId) ?? NO_DRAWING;
  getLasers = (picId: string) => this.#drawings?.getLasers(picId) ?? NO_LASERS;
  begin = (picId: string, stroke: NewStroke) => this.#drawings?.begin(picId, stroke) ?? false;
  edit = (picId: string, key: string) => this.#drawings?.edit(picId, key) ?? false;
  move = (points: readonly PenPoint[]) => this.#drawings?.move(points);
  write = (text: string) => this.#drawings?.write(text);
  end = () => this.#drawings?.end();
  erase = (picId: string, key: string) => this.#drawings?.erase(picId, key);
  undo = (picId: string) => this.#drawings?.undo(picId);
  redo = (picId: string) => this.#drawings?.redo(picId);
  clear = (picId: string) => this.#drawings?.clear(picId);
  point = (picId: string, at: Point) => this.#drawings?.point(picId, at);

  readonly #notify = () => {
    for (const listener of this.#listeners) listener();
  };
}
