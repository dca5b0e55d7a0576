/**
 * Runs in a page before its own code and records, in epoch milliseconds, the positions of the pen on the picture, and how far to the
 * right each line drawn on a canvas reached. Positions are in pixels of the picture.
 */
const now = () => performance.timeOrigin + performance.now();
window.penMarks = { moved: [], drawn: [] };

addEventListener(
  'pointermove',
  ({ clientX, clientY }) => {
    const at = now();
    const picture = document.querySelector('[data-testid="selected-snapshot"]');
    if (!picture) return;
    const { left, top, width } = picture.getBoundingClientRect();
    const scale = (picture.naturalWidth ?? picture.width) / width;
    window.penMarks.moved.push({ x: (clientX - left) * scale, y: (clientY - top) * scale, at });
  },
  true,
);

const { lineTo } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.lineTo = function (x, y) {
  lineTo.call(this, x, y);
  // Lines are redrawn as they grow, and when others do: only a longer line is recorded.
  const known = window.penMarks.drawn.findLast((line) => Math.abs(line.y - y) < 1);
  if (!known || x > known.x) window.penMarks.drawn.push({ x, y, at: now() });
};
