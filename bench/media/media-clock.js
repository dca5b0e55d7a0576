/**
 * Runs in a page before its own code and records when each frame of remote video was decoded, in epoch milliseconds, and how much of
 * the remote audio was made up because it had not arrived.
 */
const now = () => performance.timeOrigin + performance.now();
/** The browser computes statistics anew after 50 ms. */
const SAMPLE_MS = 60;
/** So many frames within so many ms are a picture that moves again. */
const FRAMES = 5;
const WITHIN_MS = 1_000;

const connections = [];

/** A clone is read, so that the page's own use of the track is not affected. */
async function markFrames(track) {
  const reader = new MediaStreamTrackProcessor({ track: track.clone() }).readable.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    window.mediaMarks.frames.push(now());
    read.value.close();
  }
}

window.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(configuration) {
    super(configuration);
    connections.push(this);
    this.addEventListener('track', ({ track }) => {
      if (track.kind === 'video') void markFrames(track);
    });
  }
};

async function sampleSounds() {
  const sum = { played: 0, madeUp: 0, gaps: 0 };
  for (const connection of connections)
    for (const report of (await connection.getStats()).values()) {
      if (report.type !== 'inbound-rtp' || report.kind !== 'audio') continue;
      sum.played += report.totalSamplesReceived ?? 0;
      // Silence that is not sent is no loss.
      sum.madeUp += (report.concealedSamples ?? 0) - (report.silentConcealedSamples ?? 0);
      sum.gaps += report.concealmentEvents ?? 0;
    }
  return sum;
}

async function keepSample() {
  window.mediaMarks.sounds.push(await sampleSounds());
}

let sampling = 0;
window.mediaMarks = {
  frames: [],
  sounds: [],
  listen() {
    window.mediaMarks.sounds = [];
    clearInterval(sampling);
    sampling = setInterval(() => void keepSample(), SAMPLE_MS);
  },
  stopListening() {
    clearInterval(sampling);
  },
  backAfter(since) {
    const { frames } = window.mediaMarks;
    const first = frames.findIndex(
      (at, index) => at > since && (frames[index + FRAMES - 1] ?? Infinity) < at + WITHIN_MS,
    );
    return frames[first] ?? 0;
  },
};
