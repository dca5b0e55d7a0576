/** What a page really sends and receives, measured at its connections: «connected» does not mean that there is a picture. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { FILM_FRAMES } from '../film';
import { decodeCells, type FrameCode, filmLayout, readCells } from '../film-code';

declare global {
  interface Window {
    /** Every connection that the page has made. */
    testConnections: RTCPeerConnection[];
    /** The frequency in Hz of every note that the page has played. */
    testNotes: number[];
    /** The loudest level of each frequency band in the page's audio output, in decibels, and the width of a band. */
    testHeard: { readonly loudest: Float32Array; readonly stepHertz: number }[];
    /** Every audio file that the page has started to play. */
    testAudios: HTMLMediaElement[];
    /** Every camera or microphone track that the page received. */
    testTracks: MediaStreamTrack[];
    /** The Blobs behind the page's object URLs. */
    testObjects: Map<string, Blob>;
  }
}

/** Runs in the page before its own code: records its media objects, so that a test can read them. */
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
  window.testObjects = new Map();
  const { createObjectURL } = URL;
  URL.createObjectURL = (object) => {
    const url = createObjectURL(object);
    if (object instanceof Blob) window.testObjects.set(url, object);
    return url;
  };
  // The empty page, in which Firefox runs this too, has no cameras.
  if (!window.isSecureContext) return;
  const { mediaDevices } = navigator;
  const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await getUserMedia(constraints);
    window.testTracks.push(...stream.getTracks());
    return stream;
  };
}

const PICTURES_A_SECOND = 15;

/**
 * Runs in the page before its own code: limits cameras to 15 frames a second, half of what the app requests. Two cores can encode
 * and decode those of three people in time.
 */
export function slowCameras() {
  if (!window.isSecureContext) return;
  const { mediaDevices } = navigator;
  const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = (constraints) => {
    const wished = constraints?.video === true ? {} : constraints?.video;
    return getUserMedia({ ...constraints, video: wished ? { ...wished, frameRate: { max: 15 } } : false });
  };
}

/** Polling interval in ms: by default Playwright's polls slow down to a second. */
const OFTEN = { intervals: [200] };

interface Received {
  readonly framesDecoded: number;
  readonly audioEnergy: number;
  /** Played audio, including silence, in seconds. */
  readonly audioSeconds: number;
  /** Samples of it, and of these those that were lost and made up. */
  readonly audioSamples: number;
  readonly madeUpSamples: number;
}

/** The totals of the page's connections since it was opened. */
const received = (page: Page): Promise<Received> =>
  page.evaluate(async () => {
    const sum = { framesDecoded: 0, audioEnergy: 0, audioSeconds: 0, audioSamples: 0, madeUpSamples: 0 };
    for (const connection of window.testConnections)
      for (const report of (await connection.getStats()).values() as Iterable<RTCStats>) {
        if (report.type !== 'inbound-rtp') continue;
        const inbound = report as RTCInboundRtpStreamStats;
        sum.framesDecoded += inbound.framesDecoded ?? 0;
        sum.audioEnergy += inbound.totalAudioEnergy ?? 0;
        sum.audioSeconds += inbound.totalSamplesDuration ?? 0;
        sum.audioSamples += inbound.totalSamplesReceived ?? 0;
        // Silence that is not sent is no loss.
        sum.madeUpSamples += (inbound.concealedSamples ?? 0) - (inbound.silentConcealedSamples ?? 0);
      }
    return sum;
  });

/** The bytes that the page's connections have received in its call. */
export const bytesReceived = (page: Page) =>
  page.evaluate(async () => {
    let sum = 0;
    for (const connection of window.testConnections)
      for (const report of (await connection.getStats()).values() as Iterable<RTCStats>)
        if (report.type === 'transport') sum += (report as RTCTransportStats).bytesReceived ?? 0;
    return sum;
  });

/** The decoded frames of remote video. */
export const framesDecoded = async (page: Page) => (await received(page)).framesDecoded;

/** The frame that the element shows; null: none. */
export async function readFrameNumber(element: Locator): Promise<FrameCode | null> {
  // A replaced picture still shows the former one until it is decoded; decoding fails if it is replaced meanwhile.
  await element.evaluate((picture) =>
    picture instanceof HTMLImageElement ? picture.decode().catch(() => {}) : undefined,
  );
  const cells = await element.evaluate(readCells, filmLayout);
  return cells && decodeCells(cells);
}

/** The number of frames between two codes, also across the film's loop. */
export const framesBetween = (then: FrameCode, now: FrameCode) =>
  (now.number - then.number + FILM_FRAMES) % FILM_FRAMES;

/** The element shows this person's film, and it advances. */
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

/** The decoded frames of each received picture, by its track. */
const framesOfEach = (page: Page) =>
  page.evaluate(async () => {
    const frames: Record<string, number> = {};
    for (const connection of window.testConnections)
      for (const report of (await connection.getStats()).values() as Iterable<RTCStats>) {
        const inbound = report as RTCInboundRtpStreamStats;
        if (report.type === 'inbound-rtp' && inbound.kind === 'video')
          frames[inbound.trackIdentifier] = inbound.framesDecoded ?? 0;
      }
    return frames;
  });

/** So many more frames are decoded from now on of each of so many pictures. */
export async function expectEachToRise(page: Page, pictures: number, by: number) {
  const before = await framesOfEach(page);
  const risen = async () =>
    Object.entries(await framesOfEach(page)).filter(([track, frames]) => frames >= (before[track] ?? 0) + by).length;
  await expect.poll(risen, OFTEN).toBe(pictures);
}

/**
 * Watches the picture of an element from now on, wherever the page moves it: the frames that are decoded, not those that are shown, because
 * a page that is busy shows none.
 * @returns the longest time without a new frame so far, in ms
 */
export async function watchPicture(element: Locator): Promise<() => Promise<number>> {
  const watch = await element.evaluateHandle((shown: HTMLVideoElement) => {
    const { srcObject } = shown;
    if (!(srcObject instanceof MediaStream)) throw new Error('The element shows no stream');
    const clock = () => performance.timeOrigin + performance.now();
    let [frames, since, longest] = [0, clock(), 0];
    const look = async () => {
      const receiver = window.testConnections
        .flatMap((connection) => connection.getReceivers())
        .find(({ track }) => srcObject.getVideoTracks().some(({ id }) => id === track.id));
      const reports = [...((await receiver?.getStats())?.values() ?? [])] as RTCInboundRtpStreamStats[];
      const inbound = reports.find(({ type }) => type === 'inbound-rtp');
      const now = inbound?.framesDecoded ?? frames;
      // Of the report: a busy page reads it late.
      const at = inbound?.timestamp ?? clock();
      if (now === frames) longest = Math.max(longest, at - since);
      else [frames, since] = [now, at];
      setTimeout(() => void look(), 100);
    };
    void look();
    return { gap: () => longest };
  });
  return () => watch.evaluate(({ gap }) => gap());
}

/** The heights of the pictures that arrive now, in pixels, lowest first. */
export const heightsOf = async (page: Page): Promise<number[]> => {
  const heights = await page.evaluate(async () => {
    const reports = await Promise.all(window.testConnections.map((connection) => connection.getStats()));
    return reports.flatMap((report) =>
      ([...report.values()] as RTCInboundRtpStreamStats[])
        .filter(
          ({ type, kind, framesPerSecond = 0 }) => type === 'inbound-rtp' && kind === 'video' && framesPerSecond > 0,
        )
        .map(({ frameHeight = 0 }) => frameHeight),
    );
  });
  return heights.toSorted((one, other) => one - other);
};

/** The number of connections that carry something. */
export const countConnections = (page: Page) =>
  page.evaluate(() => window.testConnections.filter(({ connectionState }) => connectionState === 'connected').length);

/** So many more remote frames are decoded from now on; default: those of a second. */
export async function expectFramesToRise(page: Page, by = PICTURES_A_SECOND) {
  const before = await framesDecoded(page);
  await expect.poll(() => framesDecoded(page), OFTEN).toBeGreaterThan(before + by);
}

/** Lower values of `totalAudioEnergy` are inaudible. */
const INAUDIBLE = 1e-5;
const SILENT_SECONDS = 2;

/** No remote frame is decoded any more, for a second. */
export async function expectNoPictures(page: Page) {
  let before = -1;
  const comes = async () => {
    const [then, now] = [before, await framesDecoded(page)];
    before = now;
    return now !== then;
  };
  await expect.poll(comes, { intervals: [1_000] }).toBe(false);
}

/** Remote audio is audible from now on. */
export async function expectSound(page: Page) {
  const { audioEnergy } = await received(page);
  await expect.poll(async () => (await received(page)).audioEnergy, OFTEN).toBeGreaterThan(audioEnergy + INAUDIBLE);
}

/** Of the remote audio of some seconds at least nine tenths arrive: the browser makes up what is missing. */
const WHOLE = 0.9;
const WHOLE_SECONDS = 4;

/** Remote audio comes through without breaking off: now, or soon. */
export async function expectWholeSound(page: Page) {
  let from = await received(page);
  await expect
    .poll(async () => {
      const now = await received(page);
      const share = 1 - (now.madeUpSamples - from.madeUpSamples) / Math.max(1, now.audioSamples - from.audioSamples);
      if (share < WHOLE) from = now;
      return now.audioSeconds - from.audioSeconds;
    }, OFTEN)
    .toBeGreaterThan(WHOLE_SECONDS);
}

/** The fake microphone beeps briefly twice a second: each frame is checked, otherwise all checks could miss the beeps. */
export const expectLevel = (page: Page) =>
  page.waitForFunction(() => Number(document.querySelector('[role=meter]')?.ariaValueNow) > 0);

/** Two seconds of remote audio are played and silent. */
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

/** The number of running tracks of the page's own camera and microphone. */
export const countOwnTracks = (page: Page) =>
  page.evaluate(() => window.testTracks.filter(({ readyState }) => readyState === 'live').length);

/** The names of the microphone and the camera that the page sends. */
export const sentDevices = (page: Page) =>
  page.evaluate(() => {
    const tracks = window.testConnections.flatMap((connection) => connection.getSenders().map(({ track }) => track));
    return ['audio', 'video'].map((kind) => tracks.find((track) => track?.kind === kind)?.label);
  });

/** What the browser is to keep of each sent picture. */
export const preferencesOf = (page: Page) =>
  page.evaluate(() =>
    window.testConnections
      .flatMap((connection) => connection.getSenders())
      .filter(({ track }) => track?.kind === 'video')
      .map((sender) => sender.getParameters().degradationPreference),
  );

/** The frequencies of the notes that the page has played so far. */
export const notesOf = (page: Page) => page.evaluate(() => window.testNotes);

/** Lower levels are inaudible beside anything else. */
const AUDIBLE_DECIBELS = -60;

/** A tone of this frequency was in the page's audio output, not only requested. */
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

/** The audio files that the page has played: source, position, and whether they are playing. */
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
