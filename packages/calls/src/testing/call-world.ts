/** Pages of several people, a fake server and a fake network: whole calls on a simulated clock. */
import { type Contact, isGenuine, type PeerMessage, type Scheme } from '@earth/contracts';
import type { Recipient, Unsent } from '@earth/messaging';
import { SimulatedClock } from 'xstate';
import type {
  CallPorts,
  CameraAbilities,
  CameraAdjustment,
  OpenedMedia,
  WantedMedia,
  Remembered,
  Tone,
} from '../ports';
import { encodePeerMessage } from '../transport/peer-messages';
import { createCallSession } from '../session/session';
import type { CallSession } from '../call-session';
import type { CallView } from '../view';
import { cipherOf } from './fake-cipher';
import { FakeCallServer } from './fake-call-server';
import { FakeAr } from './fake-ar';
import { FakeRecorder } from './fake-recorder';
import { asTrack, createFakeStream, FakeTrack } from './fake-media';
import { FakeNet } from './fake-peer-connection';
import type { FakeSocket } from './fake-signaling-server';
import { giulia, luca, marco, paolo, profileOf, sara } from './people';
import { settled } from './promises';

const everybody = [luca, giulia, marco, paolo, sara];
type Phase = CallView['phase'];
type ViewOf<P extends Phase> = Extract<CallView, { phase: P }>;

/** A browser page of a person. */
export interface TestPage {
  readonly contact: Contact;
  readonly session: CallSession;
  readonly socket: FakeSocket;
  readonly tones: string[];
  readonly tracks: FakeTrack[];
  readonly wanted: WantedMedia[];
  readonly ar: FakeAr;
  readonly recorder: FakeRecorder;
  /** Object URLs that are not revoked. */
  readonly urls: Set<string>;
  /** The uploads that the page has stored, by `clientId`. */
  readonly keptUnsent: ReadonlyMap<string, Unsent>;
  /** How often the user was notified that something is lost. */
  lost: number;
  /** How often the user was notified that the call that they left open is over. */
  over: number;
  /** The problems of the next opening of devices. */
  problems: Partial<Pick<OpenedMedia, 'cameraProblem' | 'microphoneProblem'>>;
  /** How this page captures the frame of a track. */
  capture: CallPorts['media']['capture'];
  /** How the camera of this page takes a photograph. By default it has nothing larger than a frame. */
  photograph: CallPorts['media']['photograph'];
  /** Decryption waits for this. */
  beforeOpening: (sealed: string) => Promise<void>;
  /** Sealing waits for this. */
  beforeSealing: (recipients: readonly Recipient[]) => Promise<void>;
  /** Whether the user must decide about changed keys before anything is sealed for them. */
  mustAsk: CallPorts['cipher']['mustAsk'];
  /** Whether its device can sign, and check what others sign. */
  canSign: boolean;
  /** The user chooses nothing when asked what to show of the screen. */
  hidesScreen: boolean;
  /** The abilities of its cameras, read when they open. */
  abilities: CameraAbilities;
  /** The adjustments of its cameras. */
  readonly adjustments: CameraAdjustment[];
  /** The view. @throws if it is not in this phase */
  view<P extends Phase>(phase: P): ViewOf<P>;
  liveTracks(): string[];
  /** Closes the page as a browser does, without a message. Its session storage stays. */
  vanish(): Remembered;
}

export const MAX_FILE_BYTES = 1000;

const nothingRemembered: Remembered = { active: null, closedCalls: [] };

interface WorldSettings {
  readonly fieldUsersDraw?: boolean;
  readonly cryptoSchema?: Scheme;
  readonly maxFileBytes?: number;
}

export function createCallWorld({
  fieldUsersDraw = false,
  cryptoSchema = 1,
  maxFileBytes = MAX_FILE_BYTES,
}: WorldSettings = {}) {
  const clock = new SimulatedClock();
  const server = new FakeCallServer();
  const net = new FakeNet();
  let ids = 0;
  /** By person: a reloaded page finds the drafts of the earlier one. */
  const drafts = new Map<string, string>();
  /** The stored uploads, by page. */
  const unsent = new Map<string, Map<string, Unsent>>();
  /** The pages that are in a call. */
  const inCall = new Set<string>();
  /** Who is told when another page enters a call. */
  const enters = new Map<string, () => void>();
  /** The pages that are closed. */
  const gone = new Set<string>();
  let slept = 0;
  /** The wall clock, which goes on while a device sleeps; timers do not. */
  const wall: CallPorts['clock'] = {
    now: () => clock.now() + slept,
    setTimeout: (run, ms) => clock.setTimeout(run, ms),
    clearTimeout: (timer) => clock.clearTimeout(timer as number),
  };

  function page(
    contact: Contact,
    more: {
      kept?: Remembered;
      unavailableAudioUrl?: string;
      timeout?: number;
      hasAr?: boolean;
      canRecord?: boolean;
    } = {},
  ): TestPage {
    const socket = server.connect(contact);
    const pageId = `${contact.name} ${++ids}`;
    const keptHere = new Map<string, Unsent>();
    unsent.set(pageId, keptHere);
    const tones: string[] = [];
    const tracks: FakeTrack[] = [];
    const wanted: WantedMedia[] = [];
    const ar = new FakeAr();
    const recorder = new FakeRecorder();
    const urls = new Set<string>();
    const connections: { close(): void }[] = [];
    let kept = more.kept ?? nothingRemembered;
    const cipher = cipherOf(contact, cryptoSchema);
    const sealFile: typeof cipher.sealFile = async (...sealing) => {
      await result.beforeSealing(sealing[2]);
      return cipher.sealFile(...sealing);
    };
    const openTrack = (kind: 'audio' | 'video') => {
      const track = new FakeTrack(kind, contact.name);
      tracks.push(track);
      return asTrack(track);
    };
    const ports: CallPorts = {
      loadMediaServer: () => Promise.reject(new Error('No media server in this world')),
      me: profileOf(contact),
      unavailableAudioUrl: () => more.unavailableAudioUrl ?? null,
      settings: {
        callTimeoutSeconds: more.timeout ?? 30,
        cryptoSchema,
        fieldUsersDraw,
        maxFileBytes,
        maxUsersInCall: -1,
      },
      api: server.apiOf(contact, everybody),
      realtime: socket,
      media: {
        open: async (asked) => {
          wanted.push(asked);
          const { facing, audio, video } = asked;
          const { cameraProblem = null, microphoneProblem = null } = result.problems;
          return {
            audio: audio && !microphoneProblem ? openTrack('audio') : null,
            video: video && !cameraProblem ? openTrack('video') : null,
            facing,
            canFlip: true,
            cameraProblem: video ? cameraProblem : null,
            microphoneProblem: audio ? microphoneProblem : null,
          };
        },
        capture: (track) => result.capture(track),
        photograph: (track) => result.photograph(track),
        shrink: async (picture) => new Blob([`small ${await picture.slice(0, 40).text()}`]),
        openScreen: async () => {
          if (result.hidesScreen) return null;
          const track = new FakeTrack('video', `screen of ${contact.name}`);
          tracks.push(track);
          return asTrack(track);
        },
        cameraAbilities: async () => result.abilities,
        adjustCamera: async (_, adjustment) => void result.adjustments.push(adjustment),
      },
      ar: more.hasAr === false ? null : ar,
      recorder: more.canRecord === false ? null : recorder,
      tones: {
        play: (tone: Tone) => void tones.push(typeof tone === 'string' ? tone : tone.url),
        stop: () => void tones.push('stop'),
      },
      cipher: {
        ...cipher,
        openText: async (scheme, sealed, origin) => {
          await result.beforeOpening(sealed);
          return cipher.openText(scheme, sealed, origin);
        },
        mustAsk: (recipients) => result.mustAsk(recipients),
        sealDescription: async (link) => (result.canSign ? cipher.sealDescription(link) : null),
        isDescriptionOf: async (...of) => (result.canSign ? cipher.isDescriptionOf(...of) : null),
        sealText: async (...sealing) => {
          await result.beforeSealing(sealing[2]);
          return cipher.sealText(...sealing);
        },
        sealFile,
        sealFileUntil: () => sealFile,
      },
      memory: { load: () => kept, save: (remembered) => (kept = remembered) },
      drafts: {
        load: (picId) => drafts.get(`${contact.name} ${picId}`) ?? null,
        save: (picId, draft) => {
          if (draft === null) drafts.delete(`${contact.name} ${picId}`);
          else drafts.set(`${contact.name} ${picId}`, draft);
        },
      },
      unsent: {
        claimLeft: async () => {
          const left = [...unsent].filter(([of]) => of.startsWith(contact.name) && gone.has(of));
          return left.flatMap(([, kept]) => [...kept.values()]);
        },
        keep: async (one) => void keptHere.set(one.fields.clientId, one),
        drop: async (clientId) => {
          for (const [of, kept] of unsent) if (of.startsWith(contact.name)) kept.delete(clientId);
        },
        leave: async () => {},
      },
      pages: {
        enter: () => {
          inCall.add(pageId);
          for (const [other, listener] of enters) if (other !== pageId && other.startsWith(contact.name)) listener();
        },
        leave: () => void inCall.delete(pageId),
        isAnotherInCall: async () => [...inCall].some((of) => of.startsWith(contact.name) && of !== pageId),
        onAnotherEnters: (listener) => {
          enters.set(pageId, listener);
          return () => void enters.delete(pageId);
        },
      },
      notifyLost: () => void (result.lost += 1),
      notifyOver: () => void (result.over += 1),
      clock: wall,
      createPeerConnection: (configuration) => {
        const connection = net.create(configuration);
        connections.push(connection);
        return connection;
      },
      createMediaStream: createFakeStream,
      objectUrls: {
        create: () => {
          const url = `blob:${++ids}`;
          urls.add(url);
          return url;
        },
        revoke: (url) => {
          if (!urls.delete(url)) throw new Error(`${url} was revoked twice`);
        },
      },
      makePreview: async () => null,
      createId: () => `0190c000-0000-7000-8000-${String(++ids).padStart(12, '0')}`,
    };
    const session = createCallSession(ports);
    const result: TestPage = {
      contact,
      session,
      socket,
      tones,
      tracks,
      wanted,
      ar,
      recorder,
      urls,
      problems: {},
      capture: async (track) => new Blob([`frame of ${track.label}`], { type: 'image/jpeg' }),
      photograph: async () => null,
      keptUnsent: keptHere,
      lost: 0,
      over: 0,
      beforeOpening: async () => {},
      beforeSealing: async () => {},
      mustAsk: async () => false,
      canSign: true,
      hidesScreen: false,
      abilities: { torch: false, zoom: null },
      adjustments: [],
      view(phase) {
        const view = session.getView();
        if (view.phase !== phase) throw new Error(`expected ${phase}, but the view is ${JSON.stringify(view)}`);
        return view as ViewOf<typeof phase>;
      },
      liveTracks: () => tracks.filter(({ readyState }) => readyState === 'live').map(({ kind }) => kind),
      vanish() {
        server.disconnect(socket);
        for (const connection of connections) connection.close();
        gone.add(pageId);
        inCall.delete(pageId);
        return kept;
      },
    };
    return result;
  }

  async function pass(ms: number) {
    for (let left = ms; left > 0; left -= 500) {
      clock.increment(Math.min(left, 500));
      await settled();
    }
  }

  /** The first page calls the others, and it rings. */
  async function ring(caller: TestPage, ...callees: readonly TestPage[]) {
    caller.session.call({ targets: callees.map(({ contact }) => contact), subject: 'Feed pump' });
    await settled();
  }

  /** Two participants in a call. */
  async function talk(caller = page(luca), callee = page(giulia)) {
    await ring(caller, callee);
    callee.session.accept();
    await settled();
    return { caller, callee };
  }

  /** Simulates devices that were suspended: the time has passed, and no timer has run. */
  const advanceWallClock = (ms: number) => void (slept += ms);

  /** A third person is called into the call, and accepts. */
  async function add(adder: TestPage, third: TestPage) {
    await adder.session.addPeople([third.contact]);
    await settled();
    third.session.accept();
    await settled();
  }

  async function talkOfThree(adder: 'caller' | 'callee' = 'callee', third = page(marco)) {
    const two = await talk();
    await add(two[adder], third);
    return { ...two, third };
  }

  return { clock, server, net, drafts, page, pass, ring, advanceWallClock, talk, add, talkOfThree };
}

interface Line {
  readonly name: string;
  readonly text: string | null;
  readonly file: string | null;
  readonly state: string;
}

const stateWords = { stored: 'sent', arriving: 'sent', awaitsKey: 'loading' } as const;

/** The messages that a page shows: those that the server has, then the others, in the order in which they were written. */
function linesOf(page: TestPage): Line[] {
  const { messages, outgoing } = page.view('inCall');
  const theirs = messages.map(({ sender, text, fileName, fileSize, state, date }) => ({
    name: sender.name,
    text: isGenuine(text) ? text : null,
    file: fileName && `${fileName}, ${fileSize}${state === 'arriving' ? ' (coming)' : ' (sent)'}`,
    state: isGenuine(text) ? stateWords[state] : 'notGenuine',
    date: state === 'arriving' ? date : '',
  }));
  const own = outgoing.map(({ text, file, state, date }) => ({
    name: page.contact.name,
    text,
    file: file && `${file.name}, ${file.size} (${state})`,
    state,
    date,
  }));
  return [...theirs, ...own].toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
}

/** The messages that a page shows, one line each. */
export const chatOf = (page: TestPage) =>
  linesOf(page).map(({ name, text, state }) => `${name.split(' ')[0]}: ${text} (${state})`);

/** The files in the chat that a page shows, one line each. */
export const filesOf = (page: TestPage) => linesOf(page).flatMap(({ file }) => file ?? []);

/** Opens a file of the chat. @returns its type and contents, or why there are none */
export async function openFileOf(page: TestPage, name: string) {
  const message = page.view('inCall').messages.find(({ fileName }) => fileName === name);
  if (!message) throw new Error(`There is no ${name}`);
  const opened = await page.session.openFile(message, 'file');
  return opened && isGenuine(opened) ? `${opened.type}: ${await opened.text()}` : opened;
}

/** The snapshots that a page shows: number and state. */
export const snapshotsOf = (page: TestPage) =>
  page.view('inCall').snapshots.map(({ number, state }) => `${number} ${state}`);

/** Sends any message over the data channel, as a hostile peer. */
export function hostileSay(world: ReturnType<typeof createCallWorld>, message: PeerMessage) {
  // Connection 0 is the caller's, which was opened in advance.
  world.net.connections[1]?.channel?.send(encodePeerMessage(message));
  return settled();
}

/** A call of Luca, who shows a machine, with Giulia, a controller. @param abilities of Luca's camera */
export async function createTalk(abilities?: CameraAbilities) {
  const world = createCallWorld();
  const page = world.page(luca);
  if (abilities) page.abilities = abilities;
  const { caller, callee } = await world.talk(page);
  await settled();
  return { ...world, luca: caller, giulia: callee };
}
export type Talk = Awaited<ReturnType<typeof createTalk>>;

/** A call in which Giulia has taken a snapshot of Luca's picture. */
export async function withSnapshot(world = createCallWorld()) {
  const { caller, callee } = await world.talk();
  callee.session.takeSnapshot(luca.uniqueId);
  await settled();
  await settled();
  const picId = callee.view('inCall').snapshots[0]?.pic.uniqueId ?? '';
  return { ...world, caller, callee, picId };
}
