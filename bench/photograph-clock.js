/**
 * Runs in a page before its own code and says, in milliseconds since the epoch, when the camera gave its photograph, when
 * a snapshot stood on the page, decoded, when it was there whole, and what kept the page's own thread busy for more than 50 ms.
 */
const now = () => performance.timeOrigin + performance.now();
window.photographMarks = { ready: 0, shown: 0, whole: 0, longTasks: [] };

const { takePhoto } = ImageCapture.prototype;
ImageCapture.prototype.takePhoto = async function (settings) {
  const photograph = await takePhoto.call(this, settings);
  window.photographMarks.ready = now();
  return photograph;
};

document.addEventListener(
  'load',
  ({ target }) => {
    const place = target instanceof HTMLImageElement ? target.closest('[data-testid="snapshot"]') : null;
    if (!place) return;
    void target.decode().then(() => {
      window.photographMarks.shown ||= now();
      // Until then it may be a small one of it.
      if ((place.dataset.state ?? 'ready') === 'ready') window.photographMarks.whole ||= now();
    });
  },
  true,
);

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries())
    window.photographMarks.longTasks.push({ start: performance.timeOrigin + startTime, duration });
}).observe({ type: 'longtask' });
