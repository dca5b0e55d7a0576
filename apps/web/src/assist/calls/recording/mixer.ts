/** Mixes the voices of a call into one track. */
export class Mixer {
  readonly #context = new AudioContext();
  readonly #output = new MediaStreamAudioDestinationNode(this.#context, { channelCount: 1 });
  readonly #silence = new ConstantSourceNode(this.#context, { offset: 0 });
  readonly #voices = new Map<MediaStreamTrack, MediaStreamAudioSourceNode>();

  constructor() {
    // So that there is sound, of a length that is known, while nobody speaks.
    this.#silence.connect(this.#output);
    this.#silence.start();
    void this.#context.resume();
  }

  /** Only has sound. */
  get stream(): MediaStream {
    return this.#output.stream;
  }

  /** Mixes the voices of these streams, and no others. */
  set(streams: readonly MediaStream[]) {
    const tracks: readonly MediaStreamTrack[] = streams
      .flatMap((stream) => stream.getAudioTracks())
      .filter(({ readyState }) => readyState === 'live');
    for (const [track, voice] of this.#voices) {
      if (tracks.includes(track)) continue;
      voice.disconnect();
      this.#voices.delete(track);
    }
    for (const track of tracks) {
      if (this.#voices.has(track)) continue;
      const voice = new MediaStreamAudioSourceNode(this.#context, { mediaStream: new MediaStream([track]) });
      voice.connect(this.#output);
      this.#voices.set(track, voice);
    }
  }

  async close() {
    await this.#context.close();
  }
}
