export type TipPosition = 'top' | 'bottom' | 'left' | 'right';

interface Size {
  readonly width: number;
  readonly height: number;
}

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** Between a control and its tooltip, and between a tooltip and the window's edge, in px. */
const GAP = 5;

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/**
 * The position of a tooltip: centred on the wanted side of its control, on the opposite side if the wanted one has no room, and
 * always within the window.
 * @returns left and top of the tooltip, in px of the window
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
