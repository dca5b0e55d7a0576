import { expect, test, vi } from 'vitest';
import { Mixer } from './mixer';

/** The sources that are connected to the output, by the id of their track; the silence has none. */
function watchGraph() {
  const connected: string[] = [];
  class FakeNode {
    readonly #id: string;
    readonly stream = new MediaStream();
    constructor(_context: unknown, { mediaStream }: { readonly mediaStream?: { getTracks(): { id: string }[] } } = {}) {
      this.#id = mediaStream?.getTracks()[0]?.id ?? 'silence';
    }
    connect() {
      connected.push(this.#id);
    }
    disconnect() {
      connected.splice(connected.indexOf(this.#id), 1);
    }
    start() {}
  }
  class FakeContext {
    resume = async () => {};
    close = async () => {};
  }
  class FakeStream {
    constructor(private readonly tracks: { id: string }[] = []) {}
    getTracks = () => this.tracks;
  }
  for (const [name, value] of Object.entries({
    AudioContext: FakeContext,
    MediaStream: FakeStream,
    MediaStreamAudioDestinationNode: FakeNode,
    ConstantSourceNode: FakeNode,
    MediaStreamAudioSourceNode: FakeNode,
  }))
    vi.stubGlobal(name, value);
  return connected;
}

const voice = (id: string, readyState = 'live') => ({ getAudioTracks: () => [{ id, readyState }] }) as never;

test('all voices of a call are mixed, each once, and no longer once somebody has left or their microphone has ended', () => {
  const connected = watchGraph();
  const mixer = new Mixer();
  const [luca, giulia, marco] = [voice('luca'), voice('giulia'), voice('marco')];
  mixer.set([luca, giulia]);
  expect(connected).toEqual(['silence', 'luca', 'giulia']);
  mixer.set([luca, giulia, marco]);
  expect(connected).toEqual(['silence', 'luca', 'giulia', 'marco']);
  mixer.set([giulia, voice('ended', 'ended')]);
  expect(connected).toEqual(['silence', 'giulia']);
});
