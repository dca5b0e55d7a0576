/** One's own camera and microphone during a call. Nothing is held open when it is over. */
import type { CallPorts } from './ports';
import type { LocalTracks } from './room-transport';
import type { Facing, LocalMedia, MediaProblem } from './view';

export interface LocalMediaOptions {
  readonly facing: Facing;
  /** Something that a screen shows has changed. */
  readonly onChange: () => void;
}

/**
 * Sound that is off is silence (the microphone stays, to be back at once); a camera that is off is let go of. What is
 * wanted changes at once; what is open follows, one opening after the other: a phone opens one camera at a time.
 */
export class LocalMediaControl {
  readonly #media: CallPorts['media'];
  readonly #stream: MediaStream;
  readonly #onChange: () => void;
  #audio: MediaStreamTrack | null = null;
  #video: MediaStreamTrack | null = null;
  #wantsAudio = true;
  #wantsVideo = true;
  #facing: Facing;
  #canFlip = false;
  #cameraProblem: MediaProblem | null = null;
  #microphoneProblem: MediaProblem | null = null;
  #isReleased = false;
  #opening = Promise.resolve();

  constructor(
    { media, createMediaStream }: Pick<CallPorts, 'media' | 'createMediaStream'>,
    options: LocalMediaOptions,
  ) {
    this.#media = media;
    this.#stream = createMediaStream();
    this.#facing = options.facing;
    this.#onChange = options.onChange;
    this.#openWhatIsMissing();
  }

  view(): LocalMedia {
    return {
      stream: this.#stream.getTracks().length > 0 ? this.#stream : null,
      audioOn: this.#isAudioOn,
      videoOn: this.#isVideoOn,
      facing: this.#facing,
      canFlip: this.#canFlip,
      cameraProblem: this.#cameraProblem,
      microphoneProblem: this.#microphoneProblem,
    };
  }

  tracks(): LocalTracks {
    return { audio: this.#audio, video: this.#video };
  }

  setAudio(on: boolean) {
    this.#wantsAudio = on;
    if (on) this.#microphoneProblem = null;
    if (this.#audio) this.#audio.enabled = on;
    else this.#openWhatIsMissing();
    this.#onChange();
  }

  setVideo(on: boolean) {
    this.#wantsVideo = on;
    if (on) this.#cameraProblem = null;
    if (on) this.#openWhatIsMissing();
    else this.#dropVideo();
    this.#onChange();
  }

  flip() {
    if (!this.#canFlip) return;
    const before = this.#facing;
    this.#facing = before === 'user' ? 'environment' : 'user';
    this.#dropVideo();
    this.#openWhatIsMissing(before);
    this.#onChange();
  }

  release() {
    this.#isReleased = true;
    this.#dropAudio();
    this.#dropVideo();
  }

  get #isAudioOn() {
    return this.#wantsAudio && this.#microphoneProblem === null;
  }

  get #isVideoOn() {
    return this.#wantsVideo && this.#cameraProblem === null;
  }

  /** `orElse`: the way the camera looked before, where it cannot look the other. */
  #openWhatIsMissing(orElse: Facing | null = null) {
    this.#opening = this.#opening.then(async () => {
      const facing = this.#facing;
      const audio = this.#isAudioOn && this.#audio === null;
      const video = this.#isVideoOn && this.#video === null;
      if (this.#isReleased || (!audio && !video)) return;
      const opened = await this.#media.open({ facing, audio, video });
      if (audio) this.#takeAudio(opened.audio, opened.microphoneProblem);
      // Turned round in the meantime: the camera that looks that way is opened next.
      if (video && facing !== this.#facing) opened.video?.stop();
      else if (video) this.#takeVideo(opened.video, opened.cameraProblem, orElse);
      if (video) this.#canFlip = opened.canFlip;
      this.#onChange();
    });
  }

  #takeAudio(track: MediaStreamTrack | null, problem: MediaProblem | null) {
    if (this.#isReleased) return track?.stop();
    this.#microphoneProblem = problem;
    this.#audio = track;
    if (!track) return;
    track.enabled = this.#wantsAudio;
    this.#stream.addTrack(track);
    track.addEventListener('ended', () => {
      if (track !== this.#audio) return;
      this.#dropAudio();
      this.#microphoneProblem = 'failed';
      this.#onChange();
    });
  }

  #takeVideo(track: MediaStreamTrack | null, problem: MediaProblem | null, orElse: Facing | null) {
    if (this.#isReleased || !this.#wantsVideo) return track?.stop();
    if (problem !== null && orElse !== null) {
      this.#facing = orElse;
      return this.#openWhatIsMissing();
    }
    this.#cameraProblem = problem;
    this.#video = track;
    if (!track) return;
    this.#stream.addTrack(track);
    track.addEventListener('ended', () => {
      if (track !== this.#video) return;
      this.#dropVideo();
      this.#cameraProblem = 'failed';
      this.#onChange();
    });
  }

  #dropAudio() {
    if (!this.#audio) return;
    this.#audio.stop();
    this.#stream.removeTrack(this.#audio);
    this.#audio = null;
  }

  #dropVideo() {
    if (!this.#video) return;
    this.#video.stop();
    this.#stream.removeTrack(this.#video);
    this.#video = null;
  }
}
