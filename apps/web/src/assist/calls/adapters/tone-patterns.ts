import type { Tone } from '@earth/calls';

/** A note of a tone. Times in seconds from the tone's start, frequencies in Hz; two frequencies sound together. */
export interface Note {
  readonly at: number;
  readonly seconds: number;
  readonly frequencies: readonly number[];
  /** 0 to 1. */
  readonly loudness: number;
}

export interface TonePattern {
  readonly notes: readonly Note[];
  /** The notes repeat after this many seconds. */
  readonly period: number;
  /** How often the notes are played; null: until stopped. */
  readonly times: number | null;
}

export type OwnTone = Extract<Tone, string>;

const beep = (at: number, seconds: number, frequencies: readonly number[], loudness: number): Note => ({
  at,
  seconds,
  frequencies,
  loudness,
});

/**
 * The telephone tones of ITU-T E.180 (425 Hz; calling is on 1 s in 5, busy is on and off each half second, «unavailable» is
 * the three rising special-information tones), and our own ring, which can be heard over noise.
 */
export const tonePatterns: Readonly<Record<OwnTone, TonePattern>> = {
  calling: { notes: [beep(0, 1, [425], 0.16)], period: 5, times: null },
  busy: { notes: [beep(0, 0.5, [425], 0.16)], period: 1, times: 4 },
  unavailable: {
    notes: [beep(0, 0.33, [950], 0.14), beep(0.33, 0.33, [1400], 0.14), beep(0.66, 0.33, [1800], 0.14)],
    period: 1.6,
    times: 2,
  },
  ring: {
    notes: [0, 0.18, 0.36, 0.9, 1.08, 1.26].map((at, index) =>
      beep(at, 0.16, index % 3 === 2 ? [988, 1976] : [784, 1568], 0.22),
    ),
    period: 3,
    times: null,
  },
};
