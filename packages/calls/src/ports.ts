/**
 * Everything outside the call that the call needs. The web app gives browser adapters, tests give fakes: nothing in this
 * package reads the network, the clock, the camera, storage or a random source by itself.
 */
import type {
  addCallKeys,
  addCallPic,
  addTargets,
  CallData,
  CallInput,
  ClientFrame,
  createCall,
  declineCall,
  deleteCallPic,
  deleteLockedCalls,
  getCall,
  getCallFile,
  joinCall,
  leaveCall,
  listCallKeys,
  listCallMessages,
  listCallPics,
  listHelpers,
  FileText,
  listOnlineCalls,
  listParticipants,
  listPicDrawings,
  NotGenuine,
  PeerMessage,
  Profile,
  saveDrawing,
  Scheme,
  SealedOrigin,
  SealedPlace,
  RecipientKey,
  sendCallMessage,
  ServerFrame,
} from '@earth/contracts';
import type { CameraAnswers, Facing, MediaProblem, Zoom } from './view';

type ApiCall<C> = (input: CallInput<C>) => Promise<CallData<C>>;

/** What whoever sends or fetches a file wants to know of its way, and may do to it. */
export interface Sending {
  /** How much has gone, or come, from 0 to 1. */
  readonly onProgress: (gone: number) => void;
  /** Where it is aborted there is no answer. */
  readonly signal: AbortSignal;
}

/** The calls of the contract, by its names. Each rejects with an `ApiFailure`. */
export interface CallApi {
  readonly listHelpers: ApiCall<typeof listHelpers>;
  readonly createCall: ApiCall<typeof createCall>;
  readonly joinCall: ApiCall<typeof joinCall>;
  readonly leaveCall: ApiCall<typeof leaveCall>;
  readonly declineCall: ApiCall<typeof declineCall>;
  readonly listOnlineCalls: ApiCall<typeof listOnlineCalls>;
  readonly deleteLockedCalls: ApiCall<typeof deleteLockedCalls>;
  readonly getCall: ApiCall<typeof getCall>;
  readonly listParticipants: ApiCall<typeof listParticipants>;
  readonly addTargets: ApiCall<typeof addTargets>;
  readonly listCallKeys: ApiCall<typeof listCallKeys>;
  readonly addCallKeys: ApiCall<typeof addCallKeys>;
  readonly listCallMessages: ApiCall<typeof listCallMessages>;
  readonly sendCallMessage: (
    input: CallInput<typeof sendCallMessage>,
    sending?: Sending,
  ) => ReturnType<ApiCall<typeof sendCallMessage>>;
  readonly listCallPics: ApiCall<typeof listCallPics>;
  readonly addCallPic: ApiCall<typeof addCallPic>;
  readonly deleteCallPic: ApiCall<typeof deleteCallPic>;
  readonly listPicDrawings: ApiCall<typeof listPicDrawings>;
  readonly saveDrawing: ApiCall<typeof saveDrawing>;
  readonly getCallFile: ApiCall<typeof getCallFile>;
}

/** What a call of the API rejects with: the result's code and words, and the error's name in the contract. */
export interface ApiFailure {
  /** 0: no answer came (no net, server away). */
  readonly code: number;
  readonly error: string | null;
  readonly message: string;
}

/** Stops listening. */
export type Unsubscribe = () => void;

/** The signed-in socket at `/realtime`; it reconnects by itself. */
export interface Realtime {
  /** Sends now, or drops the frame where the socket is not open: whoever needs it sends it again on `onOpen`. */
  send(frame: ClientFrame): void;
  onFrame(listener: (frame: ServerFrame) => void): Unsubscribe;
  /** After each connection, once the server has said `ready`. */
  onOpen(listener: () => void): Unsubscribe;
  onClose(listener: () => void): Unsubscribe;
  isOpen(): boolean;
}

export interface WantedMedia {
  readonly facing: Facing;
  /** The camera was turned round in this call: its direction counts, not which one was chosen for calls. */
  readonly isTurned: boolean;
  readonly audio: boolean;
  readonly video: boolean;
  /** Nobody waits for it yet: what the browser has to do just now comes first. */
  readonly mayWait?: boolean;
}

/** Tracks just opened. A kind that was not asked for is null and has no problem. */
export interface OpenedMedia {
  readonly audio: MediaStreamTrack | null;
  readonly video: MediaStreamTrack | null;
  /** Which way the camera looks; as it was wanted where it does not tell. */
  readonly facing: Facing;
  /** Whether there is a camera that looks the other way. */
  readonly canFlip: boolean;
  readonly cameraProblem: MediaProblem | null;
  readonly microphoneProblem: MediaProblem | null;
}

/** All that is wanted of a camera beside its picture: what is not named is off. */
export interface CameraAdjustment {
  readonly torch?: boolean;
  readonly zoom?: number;
}

/** What a camera has beside a picture. */
export interface CameraAbilities {
  readonly torch: boolean;
  readonly zoom: Zoom | null;
}

export interface Media {
  /**
   * Opens what is asked for, of the devices that were chosen, else of what there is. Never rejects: what cannot be opened
   * is null and says why, and one missing device does not cost the other. The caller stops the tracks.
   */
  open(wanted: WantedMedia): Promise<OpenedMedia>;
  /** The frame that a track shows now, whole, as a JPEG. Rejects where it shows none. */
  capture(track: MediaStreamTrack): Promise<Blob>;
  /**
   * A photograph by the camera of a track, at the full size of its sensor, as a JPEG. Null: it has nothing larger than its
   * frames. Rejects where the camera does not take it.
   */
  photograph(track: MediaStreamTrack): Promise<Blob | null>;
  /** A large picture as one for a tile, a JPEG. Rejects where the browser cannot. */
  shrink(picture: Blob): Promise<Blob>;
  /** What the person chooses to show of their screen. Never rejects. Null: they chose nothing, or cannot. */
  openScreen(): Promise<MediaStreamTrack | null>;
  /** Never rejects: a camera that does not tell has nothing. */
  cameraAbilities(track: MediaStreamTrack): Promise<CameraAbilities>;
  /** Rejects where the camera does not do it. */
  adjustCamera(track: MediaStreamTrack, adjustment: CameraAdjustment): Promise<void>;
}

/** A9.10. `calling` and `ring` go on until stopped or replaced, `busy` and `unavailable` play once. */
export type Tone = 'calling' | 'ring' | 'busy' | 'unavailable' | { readonly url: string };

export interface Tones {
  /** Replaces what plays. Sound that the browser refuses to play is no error. */
  play(tone: Tone): void;
  stop(): void;
}

/** For whom something is sealed: the keys are those that the server names. */
export interface Recipient {
  readonly uniqueId: string;
  readonly publicKey: string;
}

/** `@earth/crypto`, bound to the signed-in reader. */
export interface Cipher {
  /** Whether the person is asked about the keys of some of these people before anything is sealed for them. */
  mustAsk(recipients: readonly Recipient[]): Promise<boolean>;
  /** Under which scheme something is sealed: the one in force (`settings.cryptoSchema`), where everybody has the keys for it. */
  schemeFor(recipients: readonly Recipient[]): Promise<Scheme>;
  sealText(scheme: Scheme, text: string, recipients: readonly Recipient[], place: SealedPlace): Promise<string>;
  /** Null: not sealed for the reader. */
  openText(scheme: Scheme, sealed: string, origin: SealedOrigin): Promise<string | NotGenuine | null>;
  /** To base64, as it is stored. Rejects where the file cannot be read. */
  sealFile(scheme: Scheme, file: Blob, recipients: readonly Recipient[], place: SealedPlace): Promise<FileText>;
  /** Null: not sealed for the reader. */
  openFile(scheme: Scheme, base64: FileText, origin: SealedOrigin): Promise<Blob | NotGenuine | null>;
  /** The same text, for further people too. Null: it does not open for the reader as what it is said to be, who can let nobody in then. */
  addRecipients(
    scheme: Scheme,
    sealed: string,
    recipients: readonly Recipient[],
    origin: SealedOrigin,
  ): Promise<string | null>;
  /** Whether this page has opened something of that call by this key of its own, as genuine, or has sealed it. */
  isProven(encryptedKey: string, within: string): boolean;
  /** One's own key to something of a call, wrapped for further people. Null: it is not one's own, or not proven. */
  rewrapKey(encryptedKey: string, recipients: readonly Recipient[], within: string): Promise<RecipientKey[] | null>;
}

/**
 * A call that is over for this page. `ringsUntil` is its ring: who is called into it once more is rung later than that.
 * Null: it was not known, and the call never rings again.
 */
export interface ClosedCall {
  readonly callId: string;
  readonly ringsUntil: string | null;
}

/** What outlives a reload of the page but not the page itself (session storage; A3.24). */
export interface Remembered {
  /** The call that this page is in, and when it was answered (ms since the epoch; null: not yet). */
  readonly active: {
    readonly callId: string;
    readonly answeredAt: number | null;
    /** Who was answered about this page's camera, and how. */
    readonly cameraAnswers?: CameraAnswers | undefined;
    /** The snapshot on the stage. */
    readonly shownPicId?: string | null | undefined;
  } | null;
  /** Calls that this page has closed or declined: they don't ring again, after a reload either. */
  readonly closedCalls: readonly ClosedCall[];
}

export interface Memory {
  /** Nothing kept: no active call, no closed ones. Never throws. */
  load(): Remembered;
  /** Never throws: storage that is full or forbidden only costs coming back after a reload. */
  save(remembered: Remembered): void;
}

/** What was drawn and is not stored yet: it outlives a reload of the page, but not the page itself. */
export interface Drafts {
  load(picId: string): string | null;
  /** Null: it is stored. Never throws: storage that is full or forbidden costs the last second before a reload. */
  save(picId: string, draft: string | null): void;
}

/** What was made in a call and the server does not have yet, as it is sent, with a `clientId` by which it is kept. */
export type Unsent = (
  | { readonly kind: 'pic'; readonly fields: CallInput<typeof addCallPic> & Named }
  | { readonly kind: 'message'; readonly fields: CallInput<typeof sendCallMessage> & Named }
) & {
  /** Nobody else can read it: the page was gone before the person had said whether to seal for the keys of others. */
  readonly isForOneself?: true;
};

interface Named {
  readonly clientId: string;
}

/** Something that cannot be read here for want of a key. */
export type AskedItem = Extract<PeerMessage, { type: 'askKeys' }>['items'][number];

/** What the server does not have yet, by its `clientId`; it outlives the page. Nothing here rejects: where a device keeps nothing, a reload costs it. */
export interface UnsentStore<One = Unsent> {
  /** What pages that are gone have left. */
  takeUp(): Promise<readonly One[]>;
  /** In place of what is kept under the same id. */
  keep(unsent: One): Promise<void>;
  drop(clientId: string): Promise<void>;
}

/** The pages of this browser that are in a call of the person. Nothing here rejects. */
export interface CallPages {
  /** This page is in a call from now on, until it leaves or is gone. */
  enter(): void;
  leave(): void;
  /** Whether another one is, whatever the server knows of it: its socket may be away. */
  isAnotherInCall(): Promise<boolean>;
}

/** Fits XState's `Clock` and its `SimulatedClock`. */
export interface Clock {
  /** ms since the epoch. */
  now(): number;
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** As much of an RTCPeerConnection as the mesh uses. */
export type PeerConnection = Pick<
  RTCPeerConnection,
  | 'addEventListener'
  | 'addIceCandidate'
  | 'addTransceiver'
  | 'close'
  | 'connectionState'
  | 'createDataChannel'
  | 'getStats'
  | 'getTransceivers'
  | 'localDescription'
  | 'remoteDescription'
  | 'restartIce'
  | 'setLocalDescription'
  | 'setRemoteDescription'
  | 'signalingState'
>;

export interface CallPorts {
  /** Who is signed in; the session of calls lasts as long as the sign-in. */
  readonly me: Profile;
  /** The company's own audio for «nobody can be reached», as it is just now: it may be changed while this page is open. */
  readonly unavailableAudioUrl: () => string | null;
  readonly settings: {
    readonly callTimeoutSeconds: number;
    /** How many may be in a call; negative for no limit. */
    readonly maxUsersInCall: number;
    readonly cryptoSchema: Scheme;
    /** Whether field users may draw; they may point in any case. */
    readonly fieldUsersDraw: boolean;
    /** Larger files the server does not take: bytes, before sealing. */
    readonly maxFileBytes: number;
  };
  readonly api: CallApi;
  readonly realtime: Realtime;
  readonly media: Media;
  readonly tones: Tones;
  readonly cipher: Cipher;
  readonly memory: Memory;
  readonly drafts: Drafts;
  readonly unsent: UnsentStore;
  readonly pages: CallPages;
  readonly clock: Clock;
  readonly createPeerConnection: (configuration: RTCConfiguration) => PeerConnection;
  readonly createMediaStream: () => MediaStream;
  /** Object URLs for pictures; each that is created is revoked. */
  readonly objectUrls: { create(blob: Blob): string; revoke(url: string): void };
  /** Hands a file to the person: a browser's download. */
  readonly saveFile: (contents: Blob, name: string) => void;
  /** Says to the person that the server refuses something of a call that is put away already. */
  readonly tellLost: () => void;
  /** A new random UUID. */
  readonly createId: () => string;
}
