/** The user's camera, microphone and shared screen during a call. All are released when the call is over. */
import { createMutex } from '@earth/async';
import type { PicturePreference } from '@earth/contracts';
import { ArControl } from './ar-control';
import { CameraAdjuster } from '../camera/camera-adjuster';
import { OpenDevice } from './open-device';
import type { MediaState } from './media-states';
import { openWithTimeout } from './open-timeout';
import type { CallPorts, OpenedMedia, Remembered, WantedMedia } from '../ports';
import type { LocalTracks } from '../transport/transport';
import { SharedScreen } from './shared-screen';
import type { CameraCommand, Facing, LocalMedia, OwnDevice } from '../view';

export const NO_MEDIA: LocalMedia = {
  stream: null,
  audioOn: false,
  videoOn: false,
  isAudioOnly: false,
  prefers: null,
  isScreen: false,
  facing: 'user',
  canFlip: false,
  torch: null,
  zoom: null,
  cameraProblem: null,
  microphoneProblem: null,
  cameraInstead: null,
  microphoneInstead: null,
  isCameraPaused: false,
  isMicrophonePaused: false,
  ar: null,
};

export interface LocalMediaOptions {
  readonly facing: Facing;
  /** The call is the user's own, which rings first: opening the devices is not urgent. */
  readonly mayWait?: boolean;
  /** The page was reloaded in a call: what its user wanted there. */
  readonly wishes?: Pick<NonNullable<Remembered['active']>, 'isAudioOnly' | 'prefers'> | null;
  /** The view has changed. */
  readonly onChange: () => void;
}

type MediaPorts = Pick<CallPorts, 'ar' | 'media' | 'createMediaStream' | 'clock'>;
type CameraWish = Pick<WantedMedia, 'facing' | 'isTurned'>;

/**
 * A muted microphone stays open, so that it is back at once; a camera that is off is released. The wish changes at once,
 * and the devices follow in a queue, because a phone opens one camera at a time. Another device replaces one that is
 * unplugged.
 */
export class LocalMediaControl {
  readonly #ports: MediaPorts;
  readonly #stream: MediaStream;
  readonly #onChange: () => void;
  readonly #microphone: OpenDevice;
  readonly #camera: OpenDevice;
  readonly #adjuster: CameraAdjuster;
  readonly #screen: SharedScreen;
  readonly ar: ArControl;
  #wantsAudio = true;
  #wantsVideo = true;
  #isAudioOnly = false;
  #prefers: PicturePreference | null = null;
  /** Before audio only. */
  #wantedVideo = true;
  #facing: Facing;
  readonly #firstFacing: Facing;
  /** The camera was flipped: the camera that was chosen for calls is ignored until the user chooses again. */
  #isTurned = false;
  #canFlip = false;
  #isReleased = false;
  #mayWait: boolean;
  readonly #openAlone = createMutex();

  constructor(ports: MediaPorts, { facing, mayWait = false, wishes, onChange }: LocalMediaOptions) {
    this.#ports = ports;
    this.#stream = ports.createMediaStream();
    this.#facing = facing;
    this.#firstFacing = facing;
    this.#onChange = onChange;
    this.#mayWait = mayWait;
    this.#isAudioOnly = wishes?.isAudioOnly ?? false;
    this.#wantsVideo = !this.#isAudioOnly;
    this.#prefers = wishes?.prefers ?? null;
    const lost = () => {
      this.#useCamera();
      this.#openWhatIsMissing();
      onChange();
    };
    this.ar = new ArControl(ports, onChange);
    this.#adjuster = new CameraAdjuster(ports.media, onChange);
    this.#screen = new SharedScreen(this.#stream, () => this.#handleScreenChange());
    this.#microphone = new OpenDevice(this.#stream, { lost, paused: onChange });
    this.#camera = new OpenDevice(this.#stream, { lost, paused: onChange });
    this.#openWhatIsMissing();
  }

  view(): LocalMedia {
    return {
      stream: this.#stream.getTracks().length > 0 ? this.#stream : null,
      audioOn: this.#isAudioOn,
      videoOn: this.#isVideoOn,
      isAudioOnly: this.#isAudioOnly,
      prefers: this.#prefers,
      isScreen: this.#screen.track !== null,
      facing: this.#facing,
      canFlip: this.#canFlip && this.#screen.track === null,
      ...this.#adjuster.state(),
      cameraProblem: this.#camera.problem,
      microphoneProblem: this.#microphone.problem,
      cameraInstead: this.#camera.instead,
      microphoneInstead: this.#microphone.instead,
      isCameraPaused: this.#camera.isPaused,
      isMicrophonePaused: this.#microphone.isPaused,
      ar: this.ar.view(),
    };
  }

  /** What is sent. */
  tracks(): LocalTracks {
    return { audio: this.#microphone.track, video: this.#screen.track ?? this.ar.track ?? this.#camera.track };
  }

  /** The track of the screen or the camera, also while AR replaces it. */
  get picture(): MediaStreamTrack | null {
    return this.#screen.track ?? this.#camera.track;
  }

  /** What is announced. */
  state(): MediaState {
    const screen = this.#screen.track !== null;
    return {
      audio: this.#isAudioOn && this.#microphone.track !== null && !this.#microphone.isPaused,
      video: screen || (this.#isVideoOn && this.#camera.track !== null && !this.#camera.isPaused),
      screen,
      ar: !screen && this.ar.track !== null,
      wantsVideo: !this.#isAudioOnly,
      ...(this.#prefers && { prefers: this.#prefers }),
    };
  }

  setAudio(on: boolean) {
    this.#wantsAudio = on;
    if (on) this.#microphone.problem = null;
    if (this.#microphone.track) this.#microphone.track.enabled = on;
    else this.#openWhatIsMissing();
    this.#onChange();
  }

  /**
   * Audio only: the camera and a shared screen end, and the others are asked to send no pictures. When it ends, the camera is as it was
   * before. Turning the camera on ends it too, and so does a shared screen, after which the camera stays off.
   */
  setAudioOnly(on: boolean) {
    if (on === this.#isAudioOnly) return;
    if (on) {
      this.#wantedVideo = this.#wantsVideo;
      // The camera first, because it would be opened again after the screen.
      this.setVideo(false);
      this.#screen.stop();
      this.#isAudioOnly = true;
    } else {
      this.#isAudioOnly = false;
      this.setVideo(this.#wantedVideo);
    }
    this.#onChange();
  }

  /** What of the others' pictures is to suffer last on a weak link; null: they decide. */
  prefer(prefers: PicturePreference | null) {
    this.#prefers = prefers;
    this.#onChange();
  }

  setVideo(on: boolean) {
    if (on) this.#isAudioOnly = false;
    this.#wantsVideo = on;
    if (on) this.#camera.problem = null;
    if (on) this.#openWhatIsMissing();
    else this.#dropCamera();
    this.#onChange();
  }

  shareScreen() {
    void this.#screen.start(() => this.#ports.media.openScreen());
  }

  stopScreen() {
    this.#screen.stop();
  }

  flip() {
    if (!this.#canFlip || this.#screen.track) return;
    const before = { facing: this.#facing, isTurned: this.#isTurned };
    this.#facing = before.facing === 'user' ? 'environment' : 'user';
    this.#isTurned = true;
    this.#dropCamera();
    this.#openWhatIsMissing(before);
    this.#onChange();
  }

  /**
   * Carries out a command as far as the camera can. Commands are ignored while it is being opened: they would pile up,
   * because a phone opens one camera at a time.
   */
  command({ torch, zoom, facing }: CameraCommand) {
    if (this.#camera.track === null) return;
    if (torch !== undefined) this.#adjuster.setTorch(torch);
    if (zoom !== undefined) this.#adjuster.setZoom(zoom);
    if (facing !== undefined && facing !== this.#facing) this.flip();
  }

  /** Another device was chosen. A device that is off stays off; the new choice is opened when it is turned on. */
  change(device: OwnDevice) {
    if (device === 'arCamera') return this.ar.change();
    const changed = device === 'camera' ? this.#camera : this.#microphone;
    if (device === 'camera') {
      this.#facing = this.#firstFacing;
      this.#isTurned = false;
    }
    changed.drop();
    this.#useCamera();
    changed.problem = null;
    this.#openWhatIsMissing();
    this.#onChange();
  }

  release() {
    this.#isReleased = true;
    this.#microphone.drop();
    this.#screen.release();
    this.#dropCamera();
  }

  /** The shared screen replaces the camera, which is opened again after it, if it is on. */
  #handleScreenChange() {
    if (this.#screen.track) {
      // Not while the user chooses: no picture is sent before, and none if they choose nothing.
      this.#isAudioOnly = false;
      this.#dropCamera();
    } else this.#openWhatIsMissing();
    this.#onChange();
  }

  #dropCamera() {
    this.#camera.drop();
    this.#useCamera();
  }

  #useCamera() {
    this.#adjuster.use(this.#camera.track);
    this.ar.use(this.#camera.track);
  }

  get #isAudioOn() {
    return this.#wantsAudio && this.#microphone.problem === null;
  }

  get #isVideoOn() {
    return this.#wantsVideo && this.#camera.problem === null;
  }

  /** @param orElse the former wish, to return to if the other camera cannot be opened */
  #openWhatIsMissing(orElse: CameraWish | null = null) {
    void this.#openAlone(async () => {
      // What is turned on in the same moment is opened together.
      await Promise.resolve();
      const audio = this.#isAudioOn && this.#microphone.track === null;
      const video = this.#isVideoOn && this.#camera.track === null && this.#screen.track === null;
      if (this.#isReleased || (!audio && !video)) return;
      const isAudioWanted = this.#microphone.begin();
      const isVideoWanted = this.#camera.begin();
      const wait = this.#mayWait ? { mayWait: true } : {};
      const wanted = { facing: this.#facing, isTurned: this.#isTurned, audio, video, ...wait };
      this.#mayWait = false;
      const opened = await openWithTimeout(this.#ports, wanted);
      if (audio && isAudioWanted()) this.#applyAudio(opened);
      else opened.audio?.stop();
      // If it was flipped or turned off meanwhile, the present wish is opened next.
      if (video && isVideoWanted()) this.#applyVideo(opened, orElse);
      else opened.video?.stop();
      this.#onChange();
    });
  }

  #applyAudio({ audio, microphoneProblem }: OpenedMedia) {
    if (audio) audio.enabled = this.#wantsAudio;
    this.#microphone.setTrack(audio, microphoneProblem);
  }

  #applyVideo(opened: OpenedMedia, orElse: CameraWish | null) {
    this.#canFlip = opened.canFlip;
    if (opened.cameraProblem !== null && orElse !== null) {
      ({ facing: this.#facing, isTurned: this.#isTurned } = orElse);
      return this.#openWhatIsMissing();
    }
    if (opened.video) this.#facing = opened.facing;
    this.#camera.setTrack(opened.video, opened.cameraProblem);
    this.#useCamera();
  }
}
