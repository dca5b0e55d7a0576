/**
 * Runs in a page before its own code and notes, in ms: when frames came, how long the tasks took that were long, and how long what somebody
 * did took until the screen showed it, for each click or key (its longest event: they are reported from 16 ms on, in steps of 8).
 */
window.visitorMarks = { frames: [], interactions: {}, longTasks: [] };

requestAnimationFrame(function note(at) {
  window.visitorMarks.frames.push(at);
  requestAnimationFrame(note);
});

new PerformanceObserver((list) => {
  const { interactions } = window.visitorMarks;
  for (const { interactionId, duration } of list.getEntries())
    if (interactionId > 0) interactions[interactionId] = Math.max(interactions[interactionId] ?? 0, duration);
}).observe({ type: 'event', durationThreshold: 16 });

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.visitorMarks.longTasks.push(duration);
}).observe({ type: 'longtask' });
