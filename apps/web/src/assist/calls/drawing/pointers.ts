/**
 * Gestures of fingers, mouse and pen on a picture: one draws, points or pans, two zoom. It does not depend on the page:
 * positions are in CSS pixels from the upper left corner of the frame around the picture.
 */
import type { DrawingSurface, PenPoint, Point } from '@earth/annotations';
import type { Tool } from './tools';

export interface PointersOptions {
  readonly drawing: DrawingSurface;
  /** Read at each event. */
  readonly now: () => {
    readonly picId: string;
    readonly tool: Tool;
    /** The width of a new line, in pixels of the picture. */
    readonly lineWidth: number;
    /** Chosen for a new line instead of the user's own colour. */
    readonly color?: string;
    /** Converts from the frame to the picture. */
    readonly toPicture: (at: PenPoint) => Point;
    /** The minimum distance between two points of a pen, in pixels of the picture. */
    readonly step: number;
  };
  readonly onMove: (x: number, y: number) => void;
  readonly onZoom: (by: number, at: Point) => void;
  /** A text is to be written here, in pixels of the picture. */
  readonly onText: (at: Point) => void;
  /** The user's stroke here is to be erased, in pixels of the picture. */
  readonly onErase: (at: Point) => void;
}

type Doing =
  | { readonly type: 'nothing' | 'pointing' | 'drawing' | 'erasing' | 'moving' }
  /** The stroke begins when the pointer moves or is lifted: until then it may be the first of two fingers. */
  | { readonly type: 'pressing'; readonly begin: () => Doing }
  | { readonly type: 'zooming'; readonly apart: number; readonly middle: Point };

const distance = ([x1, y1]: PenPoint, [x2, y2]: PenPoint) => Math.hypot(x2 - x1, y2 - y1);

/** Converts to the picture. Pressure counts only for the pen tool. */
function toLine(at: PenPoint, { tool, toPicture }: ReturnType<PointersOptions['now']>): PenPoint {
  const [x, y] = toPicture(at);
  const [, , pressure] = at;
  return tool === 'pen' && pressure !== undefined ? [x, y, pressure] : [x, y];
}

/** Two fingers: their distance and their middle. */
function pairOf(pointers: ReadonlyMap<number, PenPoint>): { readonly apart: number; readonly middle: Point } | null {
  const [one, other] = [...pointers.values()];
  if (!one || !other) return null;
  return { apart: Math.max(1, distance(one, other)), middle: [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2] };
}

/** What a pressed pointer begins to do as soon as it is sure that no second finger follows. */
function begin({ drawing, onText, onErase }: PointersOptions, state: ReturnType<PointersOptions['now']>, at: PenPoint) {
  const { picId, tool, lineWidth, color } = state;
  if (tool === 'hand' || tool === 'laser') return { type: 'nothing' } as const;
  if (tool === 'text') {
    onText(state.toPicture(at));
    return { type: 'nothing' } as const;
  }
  if (tool === 'eraser') {
    onErase(state.toPicture(at));
    return { type: 'erasing' } as const;
  }
  const chosen = color === undefined ? {} : { color };
  const hasBegun = drawing.begin(picId, { tool, at: toLine(at, state), width: lineWidth, ...chosen });
  // No stroke has begun, so there is nothing to undo.
  return { type: hasBegun ? 'drawing' : 'nothing' } as const;
}

export function createPointers(options: PointersOptions) {
  const { drawing, now, onMove, onZoom, onErase } = options;
  const pointers = new Map<number, PenPoint>();
  let doing: Doing = { type: 'nothing' };
  let last: PenPoint = [0, 0];

  function press(at: PenPoint): Doing {
    const state = now();
    const { picId, tool } = state;
    const point = state.toPicture(at);
    last = point;
    if (tool === 'hand') return { type: 'moving' };
    if (tool === 'laser') {
      drawing.point(picId, point);
      return { type: 'pointing' };
    }
    return { type: 'pressing', begin: () => begin(options, state, at) };
  }

  /** A pen adds all points that are far enough apart; for other tools only the last point counts. */
  function draw(way: readonly PenPoint[]) {
    const state = now();
    const { tool, step } = state;
    const points = way.map((at) => toLine(at, state));
    const apart = points.filter((point) => {
      if (tool === 'pen' && distance(point, last) < step) return false;
      last = point;
      return true;
    });
    if (apart.length > 0) drawing.move(tool === 'pen' ? apart : apart.slice(-1));
  }

  return {
    down(id: number, at: PenPoint, isMiddle: boolean) {
      pointers.set(id, at);
      const two = pairOf(pointers);
      if (two) {
        // The first of two fingers was not meant to draw.
        if (doing.type === 'drawing') {
          drawing.end();
          drawing.undo(now().picId);
        }
        doing = { type: 'zooming', ...two };
      } else doing = isMiddle ? { type: 'moving' } : press(at);
    },
    /** @param way the positions since the last event; the last one is the present position */
    move(id: number, way: readonly PenPoint[]) {
      const before = pointers.get(id);
      const at = way.at(-1);
      if (!before || !at) return;
      pointers.set(id, at);
      if (doing.type === 'pressing') doing = doing.begin();
      if (doing.type === 'drawing') draw(way);
      if (doing.type === 'erasing') for (const spot of way) onErase(now().toPicture(spot));
      if (doing.type === 'pointing') drawing.point(now().picId, now().toPicture(at));
      if (doing.type === 'moving') onMove(at[0] - before[0], at[1] - before[1]);
      const two = pairOf(pointers);
      if (doing.type !== 'zooming' || !two) return;
      onMove(two.middle[0] - doing.middle[0], two.middle[1] - doing.middle[1]);
      onZoom(two.apart / doing.apart, two.middle);
      doing = { type: 'zooming', ...two };
    },
    up(id: number) {
      if (!pointers.delete(id)) return;
      if (doing.type === 'pressing') doing = doing.begin();
      if (doing.type === 'drawing') drawing.end();
      doing = { type: 'nothing' };
    },
  };
}
