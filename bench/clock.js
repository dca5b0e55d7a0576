/**
 * Runs in a page before its own code and records, in epoch milliseconds: the last click, when an accept button appeared, and when
 * the first remote frame was decoded.
 */
const now = () => performance.timeOrigin + performance.now();
window.benchMarks = { click: 0, ring: 0, firstFrame: 0 };

addEventListener(
  'click',
  () => {
    window.benchMarks.click = now();
  },
  true,
);

new MutationObserver(() => {
  if (window.benchMarks.ring !== 0) return;
  for (const button of document.querySelectorAll('button'))
    if (/^accept/i.test(button.textContent.trim())) window.benchMarks.ring = now();
}).observe(document, { childList: true, subtree: true });

/** A clone is read, so that the page's own use of the track is not affected. */
async function markFirstFrame(track) {
  const clone = track.clone();
  const reader = new MediaStreamTrackProcessor({ track: clone }).readable.getReader();
  const { value } = await reader.read();
  if (value === undefined) return;
  if (window.benchMarks.firstFrame === 0) window.benchMarks.firstFrame = now();
  value.close();
  await reader.cancel();
  clone.stop();
}

window.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(configuration) {
    super(configuration);
    this.addEventListener('track', ({ track }) => {
      if (track.kind === 'video') void markFirstFrame(track);
    });
  }
};
