/**
 * Runs in a page before its own code and records, in ms of the page's clock: the last click, when the newest message was on the
 * screen after it, the frames, and long tasks.
 */
window.roomMarks = { clicked: 0, shown: 0, frames: [], longTasks: [] };

const isShown = () => {
  const log = document.querySelector('[role="log"]');
  const last = [...(log?.querySelectorAll('li') ?? [])].find((line) => line.textContent.includes('Message 10000.'));
  if (!last) return false;
  const [line, place] = [last.getBoundingClientRect(), log.getBoundingClientRect()];
  return line.bottom <= place.bottom + 1 && line.top >= place.top;
};

addEventListener(
  'click',
  ({ timeStamp }) => {
    Object.assign(window.roomMarks, { clicked: timeStamp, shown: 0 });
    const look = () => {
      if (!isShown()) return requestAnimationFrame(look);
      // It is on the screen with the next frame.
      requestAnimationFrame((at) => Object.assign(window.roomMarks, { shown: at }));
    };
    requestAnimationFrame(look);
  },
  true,
);

requestAnimationFrame(function note(at) {
  window.roomMarks.frames.push(at);
  requestAnimationFrame(note);
});

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries())
    window.roomMarks.longTasks.push({ start: startTime, duration });
}).observe({ type: 'longtask' });
