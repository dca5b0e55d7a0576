import { expect, test } from 'vitest';
import { createSentTracks, type Publisher } from './sent-tracks';

/** A track, and its copies. */
class TestTrack {
  enabled = true;
  readyState: 'live' | 'ended' = 'live';
  readonly copies: TestTrack[] = [];
  constructor(readonly kind: 'audio' | 'video') {}
  clone() {
    const copy = new TestTrack(this.kind);
    copy.enabled = this.enabled;
    this.copies.push(copy);
    return copy;
  }
  stop() {
    this.readyState = 'ended';
  }
}

interface PublishedTrack {
  mediaStreamTrack: TestTrack;
  isPaused: boolean;
  isMuted: boolean;
  sender: object;
}

/** As LiveKit's client treats tracks: it switches on what it gets, and sends it unless it is paused. */
class TestPublisher {
  readonly tracks = new Map<string, PublishedTrack>();
  /** Of each change. */
  readonly preferences: (RTCDegradationPreference | undefined)[] = [];
  isLocked = false;
  /** As the browser says. */
  limitation = 'none';
  getTrackPublications() {
    return [...this.tracks].map(([kind, track]) => ({
      kind,
      track: {
        get sender() {
          return track.sender;
        },
        getRTCStatsReport: async () =>
          new Map([['1', { type: 'outbound-rtp', kind: 'video', qualityLimitationReason: this.limitation }]]),
        senderLock: {
          lock: async () => {
            this.isLocked = true;
            return () => (this.isLocked = false);
          },
        },
        setDegradationPreference: async (preference: RTCDegradationPreference) => {
          if (this.isLocked) this.preferences.push(preference);
        },
        get mediaStreamTrack() {
          return track.mediaStreamTrack;
        },
        get isMuted() {
          return track.isMuted;
        },
        async pauseUpstream() {
          track.isPaused = true;
        },
        async resumeUpstream() {
          track.isPaused = false;
        },
        async replaceTrack(next: TestTrack) {
          track.mediaStreamTrack = next;
          next.enabled = true;
        },
        async unmute() {
          track.isMuted = false;
          track.mediaStreamTrack.enabled = true;
        },
      },
    }));
  }
  async publishTrack(mediaStreamTrack: TestTrack, options: { degradationPreference?: RTCDegradationPreference } = {}) {
    await Promise.resolve();
    if (mediaStreamTrack.kind === 'video') this.preferences.push(options.degradationPreference);
    mediaStreamTrack.enabled = true;
    this.tracks.set(mediaStreamTrack.kind, { mediaStreamTrack, isPaused: false, isMuted: false, sender: {} });
  }
  /** Whether something is heard or seen of this kind. */
  sends(kind: 'audio' | 'video') {
    const track = this.tracks.get(kind);
    return track !== undefined && !track.isPaused && this.couldSend(kind);
  }
  /** After a reconnection the client sends a track that was paused. */
  couldSend(kind: 'audio' | 'video') {
    const { enabled, readyState } = this.tracks.get(kind)?.mediaStreamTrack ?? {};
    return enabled === true && readyState === 'live';
  }
}

const asTrack = (track: TestTrack) => track as unknown as MediaStreamTrack;
const settled = () => new Promise((resolve) => setImmediate(resolve));

function createScene() {
  const publisher = new TestPublisher();
  const state = { isConnected: true };
  const sent = createSentTracks(publisher as unknown as Publisher, () => state.isConnected);
  return { publisher, sent, state };
}

test('the client gets a copy, which it may switch on and end', async () => {
  const { publisher, sent } = createScene();
  const camera = new TestTrack('video');
  sent.set('video', asTrack(camera));
  await settled();
  expect(publisher.sends('video')).toBe(true);
  expect(publisher.tracks.get('video')?.mediaStreamTrack).toBe(camera.copies[0]);
});

test('picture and sound are published together, so that one negotiation is enough', async () => {
  const { publisher, sent } = createScene();
  const asked: string[] = [];
  publisher.publishTrack = (track) => {
    asked.push(track.kind);
    return new Promise<never>(() => undefined);
  };
  sent.set('audio', asTrack(new TestTrack('audio')));
  sent.set('video', asTrack(new TestTrack('video')));
  await settled();
  expect(asked).toEqual(['audio', 'video']);
});

test('a microphone that is muted before the room is connected is not heard after it', async () => {
  const { publisher, sent, state } = createScene();
  state.isConnected = false;
  const microphone = new TestTrack('audio');
  microphone.enabled = false;
  sent.set('audio', asTrack(microphone));
  state.isConnected = true;
  sent.publish();
  await settled();
  expect(publisher.sends('audio')).toBe(false);
  expect(microphone.enabled).toBe(false);

  microphone.enabled = true;
  sent.set('audio', asTrack(microphone));
  await settled();
  expect(publisher.sends('audio')).toBe(true);
});

test('muting takes effect at once and stays, while a publication is under way and through a reconnection', async () => {
  const { publisher, sent } = createScene();
  const microphone = new TestTrack('audio');
  sent.set('audio', asTrack(microphone));
  microphone.enabled = false;
  sent.set('audio', asTrack(microphone));
  await settled();
  expect(publisher.sends('audio')).toBe(false);
  expect(publisher.couldSend('audio')).toBe(false);
});

test('another microphone, muted, is not heard', async () => {
  const { publisher, sent } = createScene();
  const [first, second] = [new TestTrack('audio'), new TestTrack('audio')];
  sent.set('audio', asTrack(first));
  await settled();
  second.enabled = false;
  sent.set('audio', asTrack(second));
  await settled();
  expect(publisher.couldSend('audio')).toBe(false);
  second.enabled = true;
  sent.set('audio', asTrack(second));
  await settled();
  expect(publisher.sends('audio')).toBe(true);
});

test('a camera that is not sent any more is released, and the next one is sent', async () => {
  const { publisher, sent } = createScene();
  const [front, back] = [new TestTrack('video'), new TestTrack('video')];
  sent.set('video', asTrack(front));
  await settled();
  sent.set('video', null);
  expect(front.copies.map(({ readyState }) => readyState)).toEqual(['ended']);
  sent.set('video', asTrack(back));
  await settled();
  expect(publisher.sends('video')).toBe(true);
  sent.close();
  expect(back.copies.map(({ readyState }) => readyState)).toEqual(['ended']);
});

test('a copy that the client has ended is replaced', async () => {
  const { publisher, sent } = createScene();
  const camera = new TestTrack('video');
  sent.set('video', asTrack(camera));
  await settled();
  camera.copies[0]?.stop();
  publisher.tracks.clear();
  sent.publish();
  await settled();
  expect(publisher.sends('video')).toBe(true);
  expect(camera.readyState).toBe('live');
});

test('what of the picture is to suffer last is told to its sender, under the client’s lock, and to a new sender again', async () => {
  const { publisher, sent } = createScene();
  sent.prefer('sharp');
  sent.set('video', asTrack(new TestTrack('video')));
  await settled();
  expect(publisher.preferences).toEqual(['maintain-resolution']);
  sent.prefer('smooth');
  sent.prefer('smooth');
  await settled();
  sent.prefer(null);
  await settled();
  expect(publisher.preferences.slice(1)).toEqual(['maintain-framerate', 'balanced']);

  // After a reconnection.
  const picture = publisher.tracks.get('video');
  if (picture) picture.sender = {};
  sent.publish();
  await settled();
  expect(publisher.preferences.slice(3)).toEqual(['balanced']);
});

test('a wish without a picture is kept for the next one', async () => {
  const { publisher, sent } = createScene();
  const camera = new TestTrack('video');
  sent.set('video', asTrack(camera));
  await settled();
  camera.enabled = false;
  sent.set('video', asTrack(camera));
  sent.prefer('sharp');
  await settled();
  expect(publisher.preferences).toEqual(['balanced']);
  camera.enabled = true;
  sent.set('video', asTrack(camera));
  await settled();
  expect(publisher.preferences).toEqual(['balanced', 'maintain-resolution']);
});

test('a picture is limited by the link while it is sent', async () => {
  const { publisher, sent } = createScene();
  const camera = new TestTrack('video');
  publisher.limitation = 'bandwidth';
  expect(await sent.isPictureLimited()).toBe(false);
  sent.set('video', asTrack(camera));
  await settled();
  expect(await sent.isPictureLimited()).toBe(true);
  camera.enabled = false;
  expect(await sent.isPictureLimited()).toBe(false);
});
