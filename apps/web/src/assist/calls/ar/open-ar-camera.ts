/** An AR camera of the browser: its track, the worker that processes it, and the canvas whose picture is sent. */
import type { ArCamera, ArEvents, ArProblem } from '@earth/calls';
import { problemOf } from '../../../shared/camera/camera-problem';
import type { FromArWorker, ToArWorker } from './ar-messages';
import { chooseArCamera } from './ar-camera-choice';
import { AR_FRAME, middleOf } from './packed';

const FRAMES_PER_SECOND = 30;
/** The first frames of a camera are darker, or brighter, until its exposure has settled. */
const SETTLING_FRAMES = 15;

export interface ArDevices {
  /** Absent in an insecure context. */
  readonly devices: Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices'> | undefined;
  /** The id of the chosen AR camera; null: none. */
  readonly chosen: () => string | null;
  readonly createWorker: () => Worker;
  /** The WebAssembly of the vision engine. */
  readonly fetchKernels: (signal: AbortSignal) => Promise<ArrayBuffer>;
}

class BrowserArCamera implements ArCamera {
  readonly #ports: ArDevices;
  readonly #events: ArEvents;
  readonly #video = document.createElement('video');
  readonly #canvas = document.createElement('canvas');
  #track: MediaStreamTrack | null = null;
  #worker: Worker | null = null;
  #sent: MediaStreamTrack | null = null;
  #isLearning = true;
  readonly #closing = new AbortController();
  #isBusy = false;
  #isWaiting = false;
  #settling = SETTLING_FRAMES;

  constructor(ports: ArDevices, camera: MediaStreamTrack, events: ArEvents) {
    this.#ports = ports;
    this.#events = events;
    this.#video.muted = true;
    this.#video.playsInline = true;
    this.#open(camera).catch((error: unknown) => this.#fail(problemOf(error)));
  }

  learn() {
    this.#isLearning = true;
    this.#sendLearn();
    this.#waitForFrame();
  }

  start() {
    this.stop();
    // Keeps what another learning or snapshot has shown from being sent.
    this.#canvas.getContext('2d')?.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    const track = this.#canvas.captureStream(FRAMES_PER_SECOND).getVideoTracks()[0];
    if (!track) throw new Error('The canvas has no track');
    track.contentHint = 'motion';
    this.#sent = track;
    this.#waitForFrame();
    return track;
  }

  stop() {
    this.#sent?.stop();
    this.#sent = null;
  }

  close() {
    this.#closing.abort();
    this.stop();
    this.#worker?.terminate();
    this.#track?.stop();
    this.#video.srcObject = null;
  }

  get #isClosed() {
    return this.#closing.signal.aborted;
  }

  async #open(camera: MediaStreamTrack) {
    const { devices, chosen, fetchKernels } = this.#ports;
    const all = (await devices?.enumerateDevices()) ?? [];
    const cameras = all.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => ({ id: deviceId }));
    const id = chooseArCamera(cameras, camera.getSettings().deviceId ?? null, chosen());
    if (this.#isClosed) return;
    if (id === null || !devices) return this.#fail('missing');
    const video = {
      deviceId: { exact: id },
      width: { ideal: AR_FRAME.width },
      height: { ideal: AR_FRAME.height },
      frameRate: { ideal: FRAMES_PER_SECOND },
    };
    const kernels = await fetchKernels(this.#closing.signal);
    const stream = await devices.getUserMedia({ video });
    const track = stream.getVideoTracks()[0];
    if (this.#isClosed || !track) return track?.stop();
    this.#track = track;
    track.addEventListener('ended', () => this.#fail('failed'));
    this.#video.addEventListener('loadedmetadata', () => this.#begin(track, kernels), { once: true });
    this.#video.srcObject = stream;
    await this.#video.play();
  }

  #begin(track: MediaStreamTrack, kernels: ArrayBuffer) {
    if (this.#isClosed) return;
    Object.assign(this.#canvas, { width: 2 * AR_FRAME.width, height: AR_FRAME.height });
    // Without a context the canvas has no picture to capture.
    this.#canvas.getContext('2d');
    this.#worker = this.#ports.createWorker();
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromArWorker>) => this.#handle(data));
    this.#worker.addEventListener('error', () => this.#fail('failed'));
    this.#post({ type: 'start', kernels });
    this.#sendLearn();
    this.#events.onOpened(track);
    this.#waitForFrame();
  }

  #sendLearn() {
    this.#post({ type: 'learn', ...AR_FRAME });
  }

  /** Nothing runs while no frame is wanted. */
  #waitForFrame() {
    if (this.#isClosed || this.#isWaiting || this.#isBusy || !this.#worker) return;
    if (!this.#isLearning && !this.#sent) return;
    this.#isWaiting = true;
    this.#video.requestVideoFrameCallback(() => {
      this.#isWaiting = false;
      this.#sendFrame().catch(() => this.#fail('failed'));
    });
  }

  async #sendFrame() {
    if (this.#settling > 0) {
      this.#settling -= 1;
      return this.#waitForFrame();
    }
    this.#isBusy = true;
    const { videoWidth, videoHeight } = this.#video;
    const { left, top, width, height } = middleOf({ width: videoWidth, height: videoHeight });
    const frame = await createImageBitmap(this.#video, left, top, width, height);
    if (this.#isClosed) frame.close();
    else this.#post({ type: 'frame', frame }, [frame]);
  }

  #post(message: ToArWorker, transfer: Transferable[] = []) {
    this.#worker?.postMessage(message, transfer);
  }

  #handle(message: FromArWorker) {
    if (this.#isClosed) return;
    this.#isBusy = false;
    if (message.type === 'moved') return this.#fail('moved');
    if (message.type === 'learnt') {
      this.#isLearning = message.percent < 100;
      this.#events.onProgress(message.percent);
    } else if (this.#sent) this.#draw(message.packed);
    this.#waitForFrame();
  }

  #draw(packed: Uint8ClampedArray<ArrayBuffer>) {
    const { width, height } = this.#canvas;
    this.#canvas.getContext('2d')?.putImageData(new ImageData(packed, width, height), 0, 0);
  }

  #fail(problem: ArProblem) {
    if (this.#isClosed) return;
    this.close();
    this.#events.onError(problem);
  }
}

/** Opens an AR camera, and learns its background. @param camera that of the call, which is left alone */
export const openArCamera = (ports: ArDevices, camera: MediaStreamTrack, events: ArEvents): ArCamera =>
  new BrowserArCamera(ports, camera, events);
