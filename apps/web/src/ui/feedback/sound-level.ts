/** Levels below this count as silence, in dB relative to full scale. */
const SILENCE_DB = -60;

/** The level of samples from -1 to 1, as a value from 0 (silence) to 1, linear in decibels like hearing. */
export function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const decibels = 10 * Math.log10(power);
  return Math.min(1, Math.max(0, 1 - decibels / SILENCE_DB));
}

/** Measures a microphone until it is closed. */
export function listenTo(track: MediaStreamTrack): { readonly level: () => number; readonly close: () => void } {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      return levelOf(samples);
    },
    close: () => void context.close(),
  };
}
