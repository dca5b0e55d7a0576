/** What a page really sends and receives, read from its connections: «connected» is not «seen». */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { FILM_FRAMES } from '../film';
import { decodeCells, type FrameCode, filmLayout, readCells } from '../film-code';

declare global {
  interface Window {
    /** Every connection that the page has made. */
    testConnections: RTCPeerConnection[];
    /** The frequencies, in Hz, of every note that the page has played. */
    testNotes: number[];
    /** How loud each frequency has been that the page has sent to the loudspeaker, in decibels, and what one step of them is. */
    testHeard: { readonly loudest: Float32Array; readonly stepHertz: number }[];
    /** Every sound file that the page has begun to play. */
    testAudios: HTMLMediaElement[];
    /** Every track of a camera or microphone that the page was given. */
    testTracks: MediaStreamTrack[];
    /** What lies behind the object URLs that the page has made. */
    testObjects: Map<string, Blob>;
  }
}

/** Runs in the page before its own code: keeps what its media are made of, so that a test can look at it. */
export function watchMedia() {
  window.testConnections = [];
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      window.testConnections.push(this);
    }
  };
  window.testNotes = [];
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (when) {
    window.testNotes.push(this.frequency.value);
    start.call(this, when);
  };
  window.testHeard = [];
  const connect: (...given: never[]) => unknown = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (this: AudioNode, ...given: never[]) {
    if ((given[0] as unknown) instanceof AudioDestinationNode) {
      const ear = new AnalyserNode(this.context, { fftSize: 32_768, smoothingTimeConstant: 0 });
      Reflect.apply(connect, this, [ear]);
      const loudest = new Float32Array(ear.frequencyBinCount).fill(-1000);
      const levels = new Float32Array(ear.frequencyBinCount);
      let looks = 0;
      const timer = setInterval(() => {
        ear.getFloatFrequencyData(levels);
        for (const [index, level] of levels.entries()) loudest[index] = Math.max(loudest[index] ?? level, level);
        looks += 1;
        if (looks === 40) clearInterval(timer);
      }, 300);
      window.testHeard.push({ loudest, stepHertz: this.context.sampleRate / ear.fftSize });
    }
    return Reflect.apply(connect, this, given);
  } as typeof AudioNode.prototype.connect;
  window.testAudios = [];
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    if (this.src !== '') window.testAudios.push(this);
    return play.call(this);
  };
  window.testTracks = [];
  const { mediaDevices } = navigator;
  const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await getUserMedia(constraints);
    window.testTracks.push(...stream.getTracks());
    return stream;
  };
  window.testObjects = new Map();
  const { createObjectURL } = URL;
  URL.createObjectURL = (object) => {
    const url = createObjectURL(object);
    if (object instanceof Blob) window.testObjects.set(url, object);
    return url;
  };
}

const PICTURES_A_SECOND = 15;

/**
 * Runs in the page before its own code: a camera gives 15 pictures a second, half of what the app asks for. Two cores make
 * and open all those of three people in time.
 */
export function slowCameras() {
  const { mediaDevices } = navigator;
  const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = (constraints) => {
    const wished = constraints?.video === true ? {} : constraints?.video;
    return getUserMedia({ ...constraints, video: wished ? { ...wished, frameRate: { max: 15 } } : false });
  };
}

/** How often, in milliseconds, pictures and sound are looked at: by itself a poll waits ever longer, up to a second. */
const OFTEN = { intervals: [200] };

interface Received {
  readonly framesDecoded: number;
  readonly audioEnergy: number;
  /** How much sound was played, loud or silent, in seconds. */
  readonly audioSeconds: number;
}

/** What the page's connections have received since it was opened. */
const received = (page: Page): Promise<Received> =>
  page.evaluate(async () => {
    const sum = { framesDecoded: 0, audioEnergy: 0, audioSeconds: 0 };
    for (const connection of window.testConnections)
      for (const report of (await connection.getStats()).values() as Iterable<RTCStats>) {
        if (report.type !== 'inbound-rtp') continue;
        const inbound = report as RTCInboundRtpStreamStats;
        sum.framesDecoded += inbound.framesDecoded ?? 0;
        sum.audioEnergy += inbound.totalAudioEnergy ?? 0;
        sum.audioSeconds += inbound.totalSamplesDuration ?? 0;
      }
    return sum;
  });

/** Pictures of others that the page has decoded. */
export const framesDecoded = async (page: Page) => (await received(page)).framesDecoded;

/** Which frame of whose film the element holds, or null where it holds none. */
export async function readFrameNumber(element: Locator): Promise<FrameCode | null> {
  // A picture that has just taken another's place is that other one until it is decoded; one that is replaced meanwhile is none.
  await element.evaluate((picture) =>
    picture instanceof HTMLImageElement ? picture.decode().catch(() => {}) : undefined,
  );
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
    }, OFTEN)
    .toMatchObject({ person });
  await expect
    .poll(async () => {
      const now = await readFrameNumber(element);
      return first && now ? framesBetween(first, now) : 0;
    }, OFTEN)
    .toBeGreaterThan(0);
}

/** From now on, this many more pictures of others are decoded: those of a second, unless told. */
export async function expectFramesToRise(page: Page, by = PICTURES_A_SECOND) {
  const before = await framesDecoded(page);
  await expect.poll(() => framesDecoded(page), OFTEN).toBeGreaterThan(before + by);
}

/** Less than this, in `totalAudioEnergy`, nobody hears. */
const INAUDIBLE = 1e-5;
const SILENT_SECONDS = 2;

/** From now on, something is heard of the others. */
export async function expectSound(page: Page) {
  const { audioEnergy } = await received(page);
  await expect.poll(async () => (await received(page)).audioEnergy, OFTEN).toBeGreaterThan(audioEnergy + INAUDIBLE);
}

/** Its own microphone beeps a moment twice a second: each frame is looked at, else none of the looks may fall on a beep. */
export const expectLevel = (page: Page) =>
  page.waitForFunction(() => Number(document.querySelector('[role=meter]')?.ariaValueNow) > 0);

/** There come two seconds of which nothing is heard, though they are played. */
export async function expectSilence(page: Page) {
  let lastLoud = await received(page);
  await expect
    .poll(async () => {
      const now = await received(page);
      if (now.audioEnergy > lastLoud.audioEnergy + INAUDIBLE) lastLoud = now;
      return now.audioSeconds - lastLoud.audioSeconds;
    }, OFTEN)
    .toBeGreaterThan(SILENT_SECONDS);
}

/** How many tracks of the page's own camera and microphone are running. */
export const countOwnTracks = (page: Page) =>
  page.evaluate(() => window.testTracks.filter(({ readyState }) => readyState === 'live').length);

/** The names of the microphone and the camera from which the page sends. */
export const sentDevices = (page: Page) =>
  page.evaluate(() => {
    const tracks = window.testConnections.flatMap((connection) => connection.getSenders().map(({ track }) => track));
    return ['audio', 'video'].map((kind) => tracks.find((track) => track?.kind === kind)?.label);
  });

/** The frequencies of the notes that the page has played so far. */
export const notesOf = (page: Page) => page.evaluate(() => window.testNotes);

/** Less than this is not heard beside anything else. */
const AUDIBLE_DECIBELS = -60;

/** A tone of this frequency has gone to the page's loudspeaker: not only was it asked for, it sounded. */
export const expectTone = (page: Page, frequency: number) =>
  expect
    .poll(
      () =>
        page.evaluate((wanted) => {
          const levels = window.testHeard.map(({ loudest, stepHertz }) => {
            const at = Math.round(wanted / stepHertz);
            return Math.max(...loudest.subarray(at - 2, at + 3));
          });
          return Math.max(-1000, ...levels);
        }, frequency),
      OFTEN,
    )
    .toBeGreaterThan(AUDIBLE_DECIBELS);

/** The sound files that the page plays or has played: which, how far, and whether they go on. */
export const audiosOf = (page: Page) =>
  page.evaluate(() =>
    window.testAudios.map(({ src, currentTime, paused, muted, volume }) => ({
      path: new URL(src).pathname,
      isHeard: currentTime > 0 && !muted && volume > 0,
      paused,
    })),
  );

/** The bytes of a picture that the page shows by an object URL. */
export async function bytesOf(image: Locator): Promise<Buffer> {
  const bytes = await image.evaluate(async (element: HTMLImageElement) => {
    const blob = window.testObjects.get(element.src);
    if (blob === undefined) throw new Error('The picture has no object URL');
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  return Buffer.from(bytes);
}
