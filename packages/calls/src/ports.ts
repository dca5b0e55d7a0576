/**
 * Ports: everything that calls need from outside. The web app provides browser adapters, tests provide fakes. Nothing in
 * this package uses the network, the clock, the camera, storage or a random source directly.
 */
import type { Clock } from '@earth/async';
import type {
  addCallKeys,
  addCallPic,
  addRecordingPiece,
  addTargets,
  CallData,
  CallInput,
  ClientFrame,
  createCall,
  declineCall,
  deleteCallPic,
  deleteLockedCalls,
  DescribedLink,
  getCall,
  getCallFile,
  joinCall,
  leaveCall,
  listCallKeys,
  listCallMessageProgress,
  listCallMessages,
  listCallPics,
  listHelpers,
  listOnlineCalls,
  listParticipants,
  listPicDrawings,
  PeerMessage,
  PicturePreference,
  Profile,
  readCallMessages,
  RecipientKey,
  saveDrawing,
  Scheme,
  SealedOrigin,
  sendCallMessage,
  ServerFrame,
} from '@earth/contracts';
import type { MessageCipher, Recipient, Sending, UnsentStore } from '@earth/messaging';
import type { MediaServerClient } from './transport/livekit/media-room';
import type { ArProblem, CallView, CameraAnswers, Facing, MediaProblem, Zoom } from './view';

type ApiCall<C> = (input: CallInput<C>) => Promise<CallData<C>>;
/** With progress. */
type FileCall<C> = (input: CallInput<C>, sending?: Sending) => Promise<CallData<C>>;

/** The requests of the contract, under its names. Each @throws ApiFailure. */
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
  readonly listCallMessageProgress: ApiCall<typeof listCallMessageProgress>;
  readonly readCallMessages: ApiCall<typeof readCallMessages>;
  readonly sendCallMessage: FileCall<typeof sendCallMessage>;
  readonly listCallPics: ApiCall<typeof listCallPics>;
  readonly addCallPic: ApiCall<typeof addCallPic>;
  readonly addRecordingPiece: ApiCall<typeof addRecordingPiece>;
  readonly deleteCallPic: ApiCall<typeof deleteCallPic>;
  readonly listPicDrawings: ApiCall<typeof listPicDrawings>;
  readonly saveDrawing: ApiCall<typeof saveDrawing>;
  readonly getCallFile: FileCall<typeof getCallFile>;
}

/** Stops listening. */
export type Unsubscribe = () => void;

/** The signed-in socket at `/realtime`; it reconnects by itself. */
export interface Realtime {
  /** Sends now, or drops the frame if the socket is not open: a sender that needs it repeats it on `onOpen`. */
  send(frame: ClientFrame): void;
  onFrame(listener: (frame: ServerFrame) => void): Unsubscribe;
  /** Called after each connection, when the server has sent `ready`. */
  onOpen(listener: () => void): Unsubscribe;
  onClose(listener: () => void): Unsubscribe;
  isOpen(): boolean;
  /** Requests a sign of life, and reconnects if there is none within that time. */
  probe(withinMs: number): void;
}

export interface WantedMedia {
  readonly facing: Facing;
  /** The camera was flipped in this call: `facing` decides, not the camera that was chosen for calls. */
  readonly isTurned: boolean;
  readonly audio: boolean;
  readonly video: boolean;
  /** Not urgent: the browser may do its present work first. */
  readonly mayWait?: boolean;
}

/** Tracks just opened. A kind that was not requested is null and has no problem. */
export interface OpenedMedia {
  readonly audio: MediaStreamTrack | null;
  readonly video: MediaStreamTrack | null;
  /** Which way the camera looks; as requested if the camera does not say. */
  readonly facing: Facing;
  /** There is a camera that looks the other way. */
  readonly canFlip: boolean;
  readonly cameraProblem: MediaProblem | null;
  readonly microphoneProblem: MediaProblem | null;
}

/** The settings of a camera besides its picture; what is not named is off. */
export interface CameraAdjustment {
  readonly torch?: boolean;
  readonly zoom?: number;
}

/** What a camera can do besides filming. */
export interface CameraAbilities {
  readonly torch: boolean;
  readonly zoom: Zoom | null;
}

export interface Media {
  /**
   * Opens what is requested: the chosen devices, or else any. Never rejects: what cannot be opened is null with its
   * problem, and a missing device does not affect the other. The caller of this method stops the tracks.
   */
  open(wanted: WantedMedia): Promise<OpenedMedia>;
  /** The whole present frame of a track, as a JPEG. Rejects if it shows none. */
  capture(track: MediaStreamTrack): Promise<Blob>;
  /**
   * A photograph by the camera of a track, at the full size of its sensor, as a JPEG. Null: the camera has nothing larger
   * than its frames. Rejects if the camera fails.
   */
  photograph(track: MediaStreamTrack): Promise<Blob | null>;
  /** A picture scaled down to a tile, as a JPEG. Rejects if the browser cannot. */
  shrink(picture: Blob): Promise<Blob>;
  /** Lets the user choose what to show of their screen. Never rejects. Null: nothing chosen, or not possible. */
  openScreen(): Promise<MediaStreamTrack | null>;
  /** Never rejects: a camera that does not say has none. */
  cameraAbilities(track: MediaStreamTrack): Promise<CameraAbilities>;
  /** Rejects if the camera does not do it. */
  adjustCamera(track: MediaStreamTrack, adjustment: CameraAdjustment): Promise<void>;
}

export interface ArEvents {
  /** The AR camera is open. */
  onOpened(preview: MediaStreamTrack): void;
  /** How much of the background is learnt: up to 100 percent, which ends the learning (A4.31). */
  onProgress(percent: number): void;
  /** The camera cannot be opened or has ended, or the processing has failed (A8.11). The caller closes it. */
  onError(problem: ArProblem): void;
}

/** An AR camera that is open or being opened. It learns the background as soon as it is open. */
export interface ArCamera {
  /** Learns the background anew. */
  learn(): void;
  /** Starts removing the background. The track shows colour and mask side by side. */
  start(): MediaStreamTrack;
  stop(): void;
  /** Releases everything. No event comes after it. */
  close(): void;
}

export interface ArPort {
  /** The user's choice, which is stored (A3.23). */
  isOn(): boolean;
  setOn(on: boolean): void;
  /** @param camera that of the call: another one is opened */
  open(camera: MediaStreamTrack, events: ArEvents): ArCamera;
}

export interface RecorderEvents {
  /** The next part of the file, and how long the recording is with it. Also comes after `stop`. */
  onPiece(piece: Blob, milliseconds: number): void;
  /** Nothing more is recorded. */
  onFailed(): void;
}

/** A recording that runs. */
export interface Recorder {
  /** What was recorded until now still comes. */
  stop(): void;
}

export interface RecorderPort {
  /** Records pictures and voices as one file. @param scene what the user sees of the call, at any time */
  start(scene: () => CallView, events: RecorderEvents): Recorder;
}

/** A9.10. `calling` and `ring` repeat until stopped or replaced, `busy` and `unavailable` play once. */
export type Tone = 'calling' | 'ring' | 'busy' | 'unavailable' | { readonly url: string };

export interface Tones {
  /** Replaces what plays. It is no error if the browser refuses to play sound. */
  play(tone: Tone): void;
  stop(): void;
}

/** `@earth/crypto`, bound to the signed-in reader. */
export interface Cipher extends MessageCipher {
  /** The same text sealed for further recipients too. Null: the user cannot read it as genuine, and so cannot pass it on. */
  addRecipients(
    scheme: Scheme,
    sealed: string,
    recipients: readonly Recipient[],
    origin: SealedOrigin,
  ): Promise<string | null>;
  /** Whether this page has opened something genuine of that call with this key, or has sealed it. */
  isProven(encryptedKey: string, within: string): boolean;
  /** The user's key to something of a call, wrapped for further recipients. Null: not the user's key, or not proven. */
  rewrapKey(encryptedKey: string, recipients: readonly Recipient[], within: string): Promise<RecipientKey[] | null>;
  /** The user's signature of a description. Null: this device cannot sign. */
  sealDescription(link: DescribedLink): Promise<string | null>;
  /** Whether the sender has signed a description. Null: this device cannot check it. */
  isDescriptionOf(sender: Recipient, link: DescribedLink, seal: string): Promise<boolean | null>;
}

/**
 * A call that is over for this page. `ringsUntil` identifies the ring: if the user is called into it once more, that ring
 * ends later. Null: unknown, and the call never rings again.
 */
export interface ClosedCall {
  readonly callId: string;
  readonly ringsUntil: string | null;
}

/** What survives a reload of the page, but not the page (session storage; A3.24). */
export interface Remembered {
  /** The call that this page is in, and when it was answered (ms since the epoch; null: not yet). */
  readonly active: {
    readonly callId: string;
    readonly answeredAt: number | null;
    /** The answers given to requests for this page's camera. */
    readonly cameraAnswers?: CameraAnswers | undefined;
    /** The snapshot on the stage. */
    readonly shownPicId?: string | null | undefined;
    readonly isAudioOnly?: boolean | undefined;
    readonly prefers?: PicturePreference | null | undefined;
  } | null;
  /** Calls that this page has closed or declined: they don't ring again, after a reload either. */
  readonly closedCalls: readonly ClosedCall[];
}

export interface Memory {
  /** Without stored data: no active call, no closed ones. Never throws. */
  load(): Remembered;
  /** Never throws: if storage is full or forbidden, only the return after a reload is lost. */
  save(remembered: Remembered): void;
}

/** Drawings that are not stored yet. They survive a reload of the page, but not the page. */
export interface Drafts {
  load(picId: string): string | null;
  /** Null deletes the draft. Never throws: if storage is full or forbidden, the last second before a reload is lost. */
  save(picId: string, draft: string | null): void;
}

/** Something that the user cannot read without a key from another participant. */
export type AskedItem = Extract<PeerMessage, { type: 'askKeys' }>['items'][number];

/** The pages of this browser that are in a call of the user. Never rejects. */
export interface CallPages {
  /** This page is in a call from now on, until it leaves or is closed. */
  enter(): void;
  leave(): void;
  /** Whether another page is in a call. The server may not know of it, because its socket may be closed. */
  isAnotherInCall(): Promise<boolean>;
  /** Calls back when another page enters a call. */
  onAnotherEnters(listener: () => void): Unsubscribe;
}

/** The part of an RTCPeerConnection that the mesh uses. */
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
  | 'setConfiguration'
  | 'setLocalDescription'
  | 'setRemoteDescription'
  | 'signalingState'
>;

export interface CallPorts {
  /** The signed-in user; the session of calls lasts as long as the sign-in. */
  readonly me: Profile;
  /** The company's audio for «nobody can be reached». Read when needed, because it may change while this page is open. */
  readonly unavailableAudioUrl: () => string | null;
  readonly settings: {
    readonly callTimeoutSeconds: number;
    /** How many may be in a call; negative for no limit. */
    readonly maxUsersInCall: number;
    readonly cryptoSchema: Scheme;
    /** Field users may draw; they may point in any case. */
    readonly fieldUsersDraw: boolean;
    /** The server refuses larger files: bytes, before sealing. */
    readonly maxFileBytes: number;
  };
  readonly api: CallApi;
  readonly realtime: Realtime;
  readonly media: Media;
  /** Null: AR is not offered to this user, or not on this device (A5.8). */
  readonly ar: ArPort | null;
  /** Null: the browser cannot record. */
  readonly recorder: RecorderPort | null;
  readonly tones: Tones;
  readonly cipher: Cipher;
  readonly memory: Memory;
  readonly drafts: Drafts;
  readonly unsent: UnsentStore;
  readonly pages: CallPages;
  readonly clock: Clock;
  readonly createPeerConnection: (configuration: RTCConfiguration) => PeerConnection;
  readonly createMediaStream: () => MediaStream;
  /** LiveKit's client, which is large: it is fetched when a call needs it. Rejects if it cannot be fetched now. */
  readonly loadMediaServer: () => Promise<MediaServerClient>;
  /** Object URLs of pictures; each that is created is revoked. */
  readonly objectUrls: { create(blob: Blob): string; revoke(url: string): void };
  /** The preview of a large picture that is sent as a file; null: there is none. */
  readonly makePreview: (file: Blob, name: string) => Promise<Blob | null>;
  /** Notifies the user that the server refuses an upload of a call whose screen is already closed. */
  readonly notifyLost: () => void;
  /** The call that the user left open on a lost page or device is over. */
  readonly notifyOver: () => void;
  /** A new random UUID. */
  readonly createId: () => string;
}
