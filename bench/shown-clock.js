/**
 * Runs in a page before its own code and says, in milliseconds since the epoch, when Enter was pressed last, and when messages were
 * on the screen, by the number that each begins with.
 */
window.shownMarks = { entered: 0, shown: {} };

addEventListener(
  'keydown',
  ({ key, timeStamp }) => {
    if (key === 'Enter') window.shownMarks.entered = performance.timeOrigin + timeStamp;
  },
  true,
);

/** How many of the newest entries are looked at: what comes last may be another's, or no message. */
const NEWEST = 3;
const seen = new Set();

new MutationObserver(() => {
  for (const line of [...document.querySelectorAll('[role="log"] li')].slice(-NEWEST)) {
    const number = /Number (\d+):/.exec(line.textContent)?.[1];
    if (number === undefined || seen.has(number)) continue;
    seen.add(number);
    // The next frame has it; it is on the screen with the one that follows.
    requestAnimationFrame(() =>
      requestAnimationFrame((at) => Object.assign(window.shownMarks.shown, { [number]: performance.timeOrigin + at })),
    );
  }
}).observe(document, { childList: true, subtree: true, characterData: true });
