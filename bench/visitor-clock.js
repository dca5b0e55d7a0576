/**
 * Runs in a page before its own code and records, in ms: frames, the durations of long tasks, and the duration of each click or key
 * press until the next paint (its longest event; reported from 16 ms on, in steps of 8).
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
