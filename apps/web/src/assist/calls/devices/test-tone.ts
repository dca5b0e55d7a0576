import { playNote } from '../adapters/tones';
import { soundThrough } from './speaker';

/** Two notes that go up, Hz: a fifth is heard on the smallest loudspeaker too. */
const NOTES = [
  { frequencies: [523.25], at: 0, seconds: 0.35, loudness: 0.3 },
  { frequencies: [783.99], at: 0.4, seconds: 0.6, loudness: 0.3 },
];
const SECONDS = 1.2;

/** Sounds once, through this loudspeaker. */
export async function playTestTone(speaker: string | null): Promise<void> {
  const context = new AudioContext();
  const out = context.createMediaStreamDestination();
  // An element can be sent to a loudspeaker in more browsers than an audio context can.
  const audio = new Audio();
  audio.srcObject = out.stream;
  try {
    await soundThrough(audio, speaker);
    await audio.play();
    for (const note of NOTES) playNote(context, out, note, context.currentTime);
    await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  } finally {
    audio.srcObject = null;
    await context.close();
  }
}
