export type TipPosition = 'top' | 'bottom' | 'left' | 'right';

interface Size {
  readonly width: number;
  readonly height: number;
}

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** Between a control and its tip, and between a tip and the window's edge, in px. */
const GAP = 5;

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/**
 * Where a tip stands: in the middle of the wanted side of its control, of the opposite side where the wanted one has no room, and within
 * the window in any case.
 * @returns Left and top of the tip, in px of the window.
 */
export function placeTip(position: TipPosition, control: Box, tip: Size, view: Size): { left: number; top: number } {
  const before = { x: control.left - GAP - tip.width, y: control.top - GAP - tip.height };
  const after = { x: control.right + GAP, y: control.bottom + GAP };
  const middle = {
    x: (control.left + control.right - tip.width) / 2,
    y: (control.top + control.bottom - tip.height) / 2,
  };
  const most = { x: view.width - GAP - tip.width, y: view.height - GAP - tip.height };
  const side = (axis: 'x' | 'y', wantsBefore: boolean) =>
    (wantsBefore && before[axis] >= GAP) || after[axis] > most[axis] ? before[axis] : after[axis];

  const isAbreast = position === 'left' || position === 'right';
  const left = isAbreast ? side('x', position === 'left') : middle.x;
  const top = isAbreast ? middle.y : side('y', position === 'top');
  return { left: clamp(left, GAP, most.x), top: clamp(top, GAP, most.y) };
}
