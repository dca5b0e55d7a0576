/**
 * What fingers, mouse and pen do on a picture: one draws, points or moves it, two zoom. It knows nothing of the page but
 * points of the room, in CSS pixels from its upper left corner.
 */
import type { DrawingSurface, PenPoint, Point } from '@earth/calls';
import type { Tool } from './tools';

export interface PointersOptions {
  readonly drawing: DrawingSurface;
  /** As it is when something happens. */
  readonly now: () => {
    readonly picId: string;
    readonly tool: Tool;
    /** Of a new line, in pixels of the picture. */
    readonly lineWidth: number;
    /** From the room to the picture. */
    readonly toPicture: (at: PenPoint) => Point;
    /** The least way between two points of a pen, in pixels of the picture. */
    readonly step: number;
  };
  readonly onMove: (x: number, y: number) => void;
  readonly onZoom: (by: number, at: Point) => void;
  /** A text is to be written here, in pixels of the picture. */
  readonly onText: (at: Point) => void;
}

type Doing =
  | { readonly is: 'nothing' | 'pointing' | 'drawing' | 'moving' }
  /** A stroke begins when it is moved or lifted: until then it may be the first of two fingers. */
  | { readonly is: 'pressing'; readonly begin: () => Doing }
  | { readonly is: 'zooming'; readonly apart: number; readonly middle: Point };

const distance = ([x1, y1]: PenPoint, [x2, y2]: PenPoint) => Math.hypot(x2 - x1, y2 - y1);

/** On the picture; how hard one presses counts for a pen's line alone. */
function toLine(at: PenPoint, { tool, toPicture }: ReturnType<PointersOptions['now']>): PenPoint {
  const [x, y] = toPicture(at);
  const [, , pressure] = at;
  return tool === 'pen' && pressure !== undefined ? [x, y, pressure] : [x, y];
}

/** Two fingers: how far apart, and where. */
function pairOf(pointers: ReadonlyMap<number, PenPoint>): { readonly apart: number; readonly middle: Point } | null {
  const [one, other] = [...pointers.values()];
  if (!one || !other) return null;
  return { apart: Math.max(1, distance(one, other)), middle: [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2] };
}

export function createPointers({ drawing, now, onMove, onZoom, onText }: PointersOptions) {
  const pointers = new Map<number, PenPoint>();
  let doing: Doing = { is: 'nothing' };
  let last: PenPoint = [0, 0];

  function press(at: PenPoint): Doing {
    const state = now();
    const { picId, tool, lineWidth } = state;
    const point = state.toPicture(at);
    last = point;
    if (tool === 'hand') return { is: 'moving' };
    if (tool === 'laser') {
      drawing.point(picId, point);
      return { is: 'pointing' };
    }
    const begin = (): Doing => {
      if (tool === 'text') {
        onText(point);
        return { is: 'nothing' };
      }
      const hasBegun = drawing.begin(picId, { tool, at: toLine(at, state), width: lineWidth });
      // Nothing is begun: nothing is to be taken back.
      return { is: hasBegun ? 'drawing' : 'nothing' };
    };
    return { is: 'pressing', begin };
  }

  /** A pen keeps its way, but for points that lie on each other; of the rest the last one counts. */
  function draw(way: readonly PenPoint[]) {
    const state = now();
    const { tool, step } = state;
    const points = way.map((at) => toLine(at, state));
    const kept = points.filter((point) => {
      if (tool === 'pen' && distance(point, last) < step) return false;
      last = point;
      return true;
    });
    if (kept.length > 0) drawing.move(tool === 'pen' ? kept : kept.slice(-1));
  }

  return {
    down(id: number, at: PenPoint, isMiddle: boolean) {
      pointers.set(id, at);
      const two = pairOf(pointers);
      if (two) {
        // The first finger of two did not mean to draw.
        if (doing.is === 'drawing') {
          drawing.end();
          drawing.undo(now().picId);
        }
        doing = { is: 'zooming', ...two };
      } else doing = isMiddle ? { is: 'moving' } : press(at);
    },
    /** @param way where it was since the last time, the last of it now */
    move(id: number, way: readonly PenPoint[]) {
      const before = pointers.get(id);
      const at = way.at(-1);
      if (!before || !at) return;
      pointers.set(id, at);
      if (doing.is === 'pressing') doing = doing.begin();
      if (doing.is === 'drawing') draw(way);
      if (doing.is === 'pointing') drawing.point(now().picId, now().toPicture(at));
      if (doing.is === 'moving') onMove(at[0] - before[0], at[1] - before[1]);
      const two = pairOf(pointers);
      if (doing.is !== 'zooming' || !two) return;
      onMove(two.middle[0] - doing.middle[0], two.middle[1] - doing.middle[1]);
      onZoom(two.apart / doing.apart, two.middle);
      doing = { is: 'zooming', ...two };
    },
    up(id: number) {
      if (!pointers.delete(id)) return;
      if (doing.is === 'pressing') doing = doing.begin();
      if (doing.is === 'drawing') drawing.end();
      doing = { is: 'nothing' };
    },
  };
}
