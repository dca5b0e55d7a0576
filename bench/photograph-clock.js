/**
 * Runs in a page before its own code and records, in epoch milliseconds: when the camera gave its photograph, when a decoded
 * snapshot was on the page, when it was complete, and tasks longer than 50 ms.
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
      // Until then it may be a preview.
      if ((place.dataset.state ?? 'ready') === 'ready') window.photographMarks.whole ||= now();
    });
  },
  true,
);

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries())
    window.photographMarks.longTasks.push({ start: performance.timeOrigin + startTime, duration });
}).observe({ type: 'longtask' });
