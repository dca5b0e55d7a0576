/**
 * Runs in a page before its own code and records, in epoch milliseconds, the last press of Enter, and when messages were on the
 * screen, by the number at their beginning.
 */
window.shownMarks = { entered: 0, shown: {} };

addEventListener(
  'keydown',
  ({ key, timeStamp }) => {
    if (key === 'Enter') window.shownMarks.entered = performance.timeOrigin + timeStamp;
  },
  true,
);

/** The number of newest entries to check: the last one may be another message, or none. */
const NEWEST = 3;
const seen = new Set();

new MutationObserver(() => {
  for (const line of [...document.querySelectorAll('[role="log"] li')].slice(-NEWEST)) {
    const number = /Number (\d+):/.exec(line.textContent)?.[1];
    if (number === undefined || seen.has(number)) continue;
    seen.add(number);
    // It is rendered in the next frame, and on the screen with the one after.
    requestAnimationFrame(() =>
      requestAnimationFrame((at) => Object.assign(window.shownMarks.shown, { [number]: performance.timeOrigin + at })),
    );
  }
}).observe(document, { childList: true, subtree: true, characterData: true });
