/** The longest wait, ms: a page that becomes hidden has no frames. */
const LONGEST_MS = 200;

/**
 * Runs a task when the next frame is on the screen, so that it does not delay what the user waits to see.
 * @returns a function that cancels it
 */
export function afterPaint(task: () => void): () => void {
  let painted: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(painted);
    clearTimeout(longest);
  };
  const run = () => {
    cancel();
    task();
  };
  // A frame is painted after its callbacks, and then drawn by other threads, until the next one begins.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => (painted = setTimeout(run)));
  });
  const longest = setTimeout(run, document.hidden ? 0 : LONGEST_MS);
  return cancel;
}
