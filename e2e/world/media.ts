/** What a page really sends and receives, read from its connections: «connected» is not «seen». */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { FILM_FRAMES } from '../film';
import { decodeCells, type FrameCode, filmLayout, readCells } from '../film-code';

declare global {
  interface Window {
    /** Every connection that the page has made: see `watchConnections`. */
    testConnections: RTCPeerConnection[];
  }
}

/** Runs in the page before its own code: keeps what is made by `new RTCPeerConnection`. */
export function watchConnections() {
  window.testConnections = [];
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      window.testConnections.push(this);
    }
  };
}

interface Received {
  readonly framesDecoded: number;
  readonly audioEnergy: number;
}

/** What the page's connections have received since it was opened. */
const received = (page: Page): Promise<Received> =>
  page.evaluate(async () => {
    const sum = { framesDecoded: 0, audioEnergy: 0 };
    for (const connection of window.testConnections)
      for (const report of (await connection.getStats()).values() as Iterable<RTCStats>) {
        if (report.type !== 'inbound-rtp') continue;
        const { framesDecoded = 0, totalAudioEnergy = 0 } = report as RTCInboundRtpStreamStats;
        sum.framesDecoded += framesDecoded;
        sum.audioEnergy += totalAudioEnergy;
      }
    return sum;
  });

/** Pictures of others that the page has decoded. */
export const framesDecoded = async (page: Page) => (await received(page)).framesDecoded;

/** Sound of others that the page has played, as `totalAudioEnergy` counts it. */
export const audioEnergy = async (page: Page) => (await received(page)).audioEnergy;

/** Which frame of whose film the element holds, or null where it holds none. */
export async function readFrameNumber(element: Locator): Promise<FrameCode | null> {
  const cells = await element.evaluate(readCells, filmLayout);
  return cells && decodeCells(cells);
}

/** How far a film has gone on since a frame, also where it began again meanwhile. */
export const framesBetween = (then: FrameCode, now: FrameCode) =>
  (now.number - then.number + FILM_FRAMES) % FILM_FRAMES;

/** The element shows the film of this person, and it goes on. */
export async function expectFilm(element: Locator, person: number) {
  let first: FrameCode | null = null;
  await expect
    .poll(async () => {
      first = await readFrameNumber(element);
      return first;
    })
    .toMatchObject({ person });
  await expect
    .poll(async () => {
      const now = await readFrameNumber(element);
      return first && now ? framesBetween(first, now) : 0;
    })
    .toBeGreaterThan(0);
}

/** From now on, this many more pictures of others are decoded. */
export async function expectFramesToRise(page: Page, by = 30) {
  const before = await framesDecoded(page);
  await expect.poll(() => framesDecoded(page)).toBeGreaterThan(before + by);
}
