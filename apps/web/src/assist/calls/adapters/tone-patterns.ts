import type { Tone } from '@earth/calls';

/** A part of a tone. Times in seconds from its start, frequencies in Hz; two frequencies sound together. */
export interface Note {
  readonly at: number;
  readonly seconds: number;
  readonly frequencies: readonly number[];
  /** 0 to 1. */
  readonly loudness: number;
}

export interface TonePattern {
  readonly notes: readonly Note[];
  /** After this many seconds the notes come again. */
  readonly period: number;
  /** How often they are played; null: until stopped. */
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
 * The tones people know from the telephone (ITU-T E.180: 425 Hz; a call rings 1 s in 5, busy is on and off each half
 * second, «unavailable» is the three rising special-information tones), and a ring of our own that carries over noise.
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
