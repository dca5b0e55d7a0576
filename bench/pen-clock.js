/**
 * Runs in a page before its own code and says, in milliseconds since the epoch, where on the picture the pen was when, and
 * how far to the right a line drawn on a canvas reached when. Places are in pixels of the picture.
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
  // A line is drawn again as it grows, and when others do: only where it reaches farther is there news.
  const known = window.penMarks.drawn.findLast((line) => Math.abs(line.y - y) < 1);
  if (!known || x > known.x) window.penMarks.drawn.push({ x, y, at: now() });
};
