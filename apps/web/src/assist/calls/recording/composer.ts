/** Composes the picture of a recording from what the user sees of the call. */
import type { CallView, Snapshot } from '@earth/calls';
import { type DrawingSurface, drawStroke } from '@earth/annotations';
import { type Box, contained, layoutOf, type Size } from './tiles';

type InCall = Extract<CallView, { phase: 'inCall' }>;

/** Somebody in the call. `stream` null: no picture of them is shown. */
interface Shown {
  readonly name: string;
  readonly stream: MediaStream | null;
  readonly isScreen: boolean;
}

const NIGHT = '#0b1210';
const TILE = '#1d2925';
const INK = '#ffffff';
const SHADE = 'rgba(6, 12, 10, 0.7)';

function shownIn({ people, local }: InCall, me: string): readonly Shown[] {
  const others = people.filter(({ state }) => state === 'joined');
  return [
    // An AR camera sends colour and mask, for the snapshot on the stage.
    ...others.map(({ contact, stream, hasVideo, isScreen, isAr }) => ({
      name: contact.name,
      stream: hasVideo && !isAr ? stream : null,
      isScreen,
    })),
    { name: me, stream: local.videoOn ? local.stream : null, isScreen: local.isScreen },
  ];
}

const snapshotIn = ({ mode, selectedPicId, snapshots }: InCall): Snapshot | undefined =>
  mode === 'GUIMODE_ANNOTATIONS' ? snapshots.find(({ pic }) => pic.uniqueId === selectedPicId) : undefined;

const sizeOf = (source: HTMLVideoElement | HTMLImageElement): Size =>
  source instanceof HTMLVideoElement
    ? { width: source.videoWidth, height: source.videoHeight }
    : { width: source.naturalWidth, height: source.naturalHeight };

/** The elements that decode pictures. They are in no page. */
class Sources {
  readonly #videos = new Map<MediaStream, HTMLVideoElement>();
  #image: HTMLImageElement | null = null;

  video(stream: MediaStream): HTMLVideoElement {
    const known = this.#videos.get(stream);
    if (known) return known;
    const video = document.createElement('video');
    video.muted = true;
    video.playsInline = true;
    video.srcObject = stream;
    // Rejects if the stream ends meanwhile, which is no error.
    video.play().catch(() => undefined);
    this.#videos.set(stream, video);
    return video;
  }

  image(url: string): HTMLImageElement {
    if (this.#image?.src !== url) {
      this.#image = new Image();
      this.#image.src = url;
    }
    return this.#image;
  }

  keep(streams: readonly (MediaStream | null)[]) {
    for (const [stream, video] of this.#videos) {
      if (streams.includes(stream)) continue;
      video.srcObject = null;
      this.#videos.delete(stream);
    }
  }
}

export class Composer {
  readonly canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #drawing: DrawingSurface;
  readonly #sources = new Sources();

  /** Throws if the browser has no canvas. */
  constructor({ width, height }: Size, drawing: DrawingSurface) {
    this.canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = this.canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('There is no canvas');
    this.#context = context;
    this.#drawing = drawing;
  }

  /** Draws the present picture. @param me the user's name */
  draw(view: InCall, me: string) {
    const shown = shownIn(view, me);
    const snapshot = snapshotIn(view);
    const screen = snapshot ? undefined : shown.find(({ isScreen, stream }) => isScreen && stream);
    const { large, tiles } = layoutOf(this.canvas, shown.length, Boolean(snapshot ?? screen));
    this.#fill({ x: 0, y: 0, width: this.canvas.width, height: this.canvas.height }, NIGHT);
    if (large && snapshot) this.#drawSnapshot(snapshot, large);
    if (large && screen?.stream) this.#drawWhole(this.#sources.video(screen.stream), large);
    shown.forEach((one, index) => {
      const tile = tiles[index];
      if (tile) this.#drawPerson(one === screen ? { ...one, stream: null } : one, tile);
    });
    this.#sources.keep(shown.map(({ stream }) => stream));
  }

  stop() {
    this.#sources.keep([]);
  }

  #fill({ x, y, width, height }: Box, color: string) {
    this.#context.fillStyle = color;
    this.#context.fillRect(x, y, width, height);
  }

  #drawPerson({ name, stream }: Shown, tile: Box) {
    const inner = { x: tile.x + 1, y: tile.y + 1, width: tile.width - 2, height: tile.height - 2 };
    this.#fill(inner, TILE);
    // Whole, because what is at its edge may be what the call is about.
    if (stream) this.#drawWhole(this.#sources.video(stream), inner);
    this.#write(name, inner);
  }

  #write(name: string, { x, y, width, height }: Box) {
    const size = Math.max(11, Math.round(this.canvas.height / 32));
    const context = this.#context;
    context.font = `600 ${size}px 'Inter Variable', system-ui, sans-serif`;
    context.textBaseline = 'middle';
    const line = size * 1.6;
    const wide = Math.min(width, context.measureText(name).width + size);
    this.#fill({ x, y: y + height - line, width: wide, height: line }, SHADE);
    context.fillStyle = INK;
    context.fillText(name, x + size / 2, y + height - line / 2, wide - size);
  }

  /** @returns where the picture is; null: not loaded */
  #drawWhole(source: HTMLVideoElement | HTMLImageElement, box: Box): Box | null {
    const size = sizeOf(source);
    if (size.width === 0) return null;
    const place = contained(size, box);
    this.#context.drawImage(source, place.x, place.y, place.width, place.height);
    return place;
  }

  #drawSnapshot({ pic, url, preview }: Snapshot, box: Box) {
    const shown = url ?? preview;
    if (shown === null) return;
    const image = this.#sources.image(shown);
    const place = image.complete ? this.#drawWhole(image, box) : null;
    if (!place) return;
    const context = this.#context;
    const scale = place.width / image.naturalWidth;
    context.save();
    context.translate(place.x, place.y);
    context.scale(scale, scale);
    for (const stroke of this.#drawing.getDrawing(pic.uniqueId).strokes) drawStroke(context, stroke);
    context.restore();
  }
}
