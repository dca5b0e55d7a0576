/** What a screen sees of a call, and what it may do. Nothing here knows React. */
import type { Call, CallPic, CallReason, Contact, GuiMode, NotGenuine, Scheme, TargetState } from '@earth/contracts';
import type { DrawingSurface } from './drawing/drawing-view';

/** How good the link to somebody is; `reconnecting` keeps the last picture. */
export type LinkQuality = 'connecting' | 'good' | 'weak' | 'reconnecting';

/** How far a camera can zoom, and does. 1 is none. */
export interface Zoom {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
}

export type Facing = 'environment' | 'user';

/** What a camera can do beside filming, and is doing. Null: it has no such thing. */
export interface CameraState {
  readonly facing: Facing;
  readonly canFlip: boolean;
  readonly torch: boolean | null;
  readonly zoom: Zoom | null;
}

/** What somebody may do with another's camera: once asked, once answered. */
export type CameraConsent = 'none' | 'asked' | CameraAnswer;

export type CameraAnswer = 'granted' | 'refused';

/** By contact. */
export type CameraAnswers = Readonly<Record<string, CameraAnswer>>;

/** Somebody else's camera, and whether one may switch it. */
export interface PeerCamera extends CameraState {
  readonly control: CameraConsent;
}

/** What is to be switched. */
export interface CameraCommand {
  readonly torch?: boolean | undefined;
  readonly zoom?: number | undefined;
  readonly facing?: Facing | undefined;
}

/** Somebody else in the call, or still ringing. */
export interface Person {
  readonly contact: Contact;
  readonly color: string;
  readonly state: TargetState;
  readonly link: LinkQuality;
  /** Picture and sound, once there are any. */
  readonly stream: MediaStream | null;
  readonly hasAudio: boolean;
  readonly hasVideo: boolean;
  /** Their picture is their screen. */
  readonly isScreen: boolean;
  /** Null where they have said nothing of it. */
  readonly camera: PeerCamera | null;
}

/** Somebody who declined, or let it ring. */
export interface Unanswered {
  readonly contact: Contact;
  readonly state: Extract<TargetState, 'refused' | 'missed'>;
}

/** Why there is no picture of one's own: said in words, and the call goes on without it. */
export type MediaProblem = 'refused' | 'missing' | 'failed';

export interface LocalMedia extends CameraState {
  readonly stream: MediaStream | null;
  readonly audioOn: boolean;
  readonly videoOn: boolean;
  /** What is shown is the screen; the camera waits. */
  readonly isScreen: boolean;
  readonly cameraProblem: MediaProblem | null;
  readonly microphoneProblem: MediaProblem | null;
  /** The name of what took over from a device that was unplugged. */
  readonly cameraInstead: string | null;
  readonly microphoneInstead: string | null;
}

/** What a person sends from. */
export type OwnDevice = 'camera' | 'microphone';

/**
 * `failed`: it was not stored; with a picture it is still kept here, and can be stored again. `notLoaded`: it could not be
 * fetched. `unreadable`: it was not sealed for the reader.
 */
export interface Snapshot {
  readonly pic: CallPic;
  /** 1 for the first of the call. */
  readonly number: number;
  readonly state: 'saving' | 'loading' | 'ready' | 'failed' | 'notLoaded' | 'unreadable' | 'notGenuine';
  /** An object URL, once it is ready. */
  readonly url: string | null;
  /** Another of the same picture, small, where that is large. It may come before it. */
  readonly preview: string | null;
  readonly isNew: boolean;
  /** By whoever took it, or by a controller; one that was not stored can be put away. */
  readonly canDelete: boolean;
  /** No other picture takes its place any more, stored or not: what is drawn on it stays where it is. */
  readonly canDraw: boolean;
}

/** A file of the chat. Whatever its state, its name and size are known. */
export interface ChatFile {
  readonly name: string;
  /** Bytes, before sealing. */
  readonly size: number;
  /** By its name. */
  readonly isPicture: boolean;
  /** `coming`: its sender has not stored it yet. `failed`: it could not be fetched. `unreadable`: not sealed for the reader. */
  readonly state: 'coming' | 'ready' | 'loading' | 'failed' | 'unreadable' | 'notGenuine';
  /** An object URL of a picture, once it is opened. */
  readonly url: string | null;
  /** Of one's own that is being sent: how much has gone, from 0 to 1. */
  readonly gone: number;
}

export interface ChatItem {
  /** The sender's own id of it, the same before and after it is stored. */
  readonly key: string;
  readonly senderId: string;
  readonly senderName: string;
  readonly isMine: boolean;
  /** Null: it was not sealed for the reader, waits for a key, or is not genuine. Of a file: its name, or what its sender wrote with it. */
  readonly text: string | null;
  readonly file: ChatFile | null;
  /** Under which it says that it is sealed: a lower one than that in force is less than it should be. */
  readonly scheme: Scheme;
  readonly date: string;
  /**
   * `waiting`: the net is away; it goes by itself. `failed`: the server refused it. `tooLarge`: it never takes it.
   * `loading`: the server has it, but no key to it for us, and others are still asked for one. `notGenuine`: the server has it,
   * but not as its sender wrote it.
   */
  readonly state: 'sending' | 'waiting' | 'loading' | 'sent' | 'failed' | 'tooLarge' | 'notGenuine';
}

/** A call as a page shows it in a line: its subject opened, null where it was not sealed for the reader. */
interface Shown {
  readonly call: Call;
  readonly subject: string | NotGenuine | null;
}

/** A place in a picture, in fractions of its width and height from its left and top. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Somebody, perhaps oneself, points at a place in the live picture of the contact `of`. */
export interface Pointer extends Spot {
  readonly by: string;
  readonly of: string;
}

/** Where people point just now. It changes with each frame of a screen: nothing that is expensive listens to it. */
export interface Points {
  get(): readonly Pointer[];
  subscribe(listener: () => void): () => void;
}

/** What is on the stage: one's own media from the first frame of calling, the rest once in the call. */
export type CallView =
  | { readonly phase: 'idle' }
  | ({ readonly phase: 'incoming'; readonly since: number; readonly timeoutSeconds: number } & Shown)
  | {
      readonly phase: 'calling';
      /** The people whom this call is for. */
      readonly targets: readonly Contact[];
      readonly since: number;
      /** Nobody rings before the server has answered. */
      readonly isRinging: boolean;
      readonly local: LocalMedia;
    }
  | ({
      readonly phase: 'inCall';
      /** When the call was answered, ms since the epoch. */
      readonly since: number;
      /** Everybody but oneself who is in the call or rings. */
      readonly people: readonly Person[];
      /** Who was called into it, and did not come. */
      readonly unanswered: readonly Unanswered[];
      /** How many may be in the call, oneself too; negative for no limit. */
      readonly maxUsers: number;
      readonly me: { readonly color: string; readonly isController: boolean; readonly mayDraw: boolean };
      readonly local: LocalMedia;
      /** Who asks to switch one's camera and has no answer yet; null: nobody. */
      readonly cameraAskedBy: Contact | null;
      /** Who may switch one's camera. */
      readonly cameraHeldBy: readonly Contact[];
      readonly mode: GuiMode;
      readonly selectedPicId: string | null;
      /** Who moved the screen to the selected snapshot, where it was somebody else. */
      readonly shownBy: string | null;
      readonly snapshots: readonly Snapshot[];
      readonly unseenPics: number;
      readonly messages: readonly ChatItem[];
      readonly unreadMessages: number;
      /** The server is not reachable; the pictures may go on. */
      readonly isServerAway: boolean;
    } & Shown)
  | {
      readonly phase: 'closed';
      /** Null: it never became one. */
      readonly callId: string | null;
      readonly reason: CallReason;
      /** Words of the server's where it refused the call, e.g. «Call already closed». */
      readonly message: string | null;
      readonly people: readonly Contact[];
      readonly subject: string | NotGenuine | null;
      readonly productCode: string | null;
      /** Nobody answered a call for help: it may be made again as one. */
      readonly forHelp: boolean;
      readonly durationSeconds: number;
      readonly messages: readonly ChatItem[];
      readonly snapshots: readonly Snapshot[];
    };

export interface CallRequest {
  readonly targets: readonly Contact[];
  readonly subject: string;
  readonly productCode?: string;
  /** «Call for help»: whoever answers first has it. The server picks whom it rings; the targets are shown until it has. */
  readonly forHelp?: boolean;
}

export interface CallActions {
  call(request: CallRequest): void;
  accept(): void;
  decline(): void;
  /** Stops calling, or leaves the call. */
  hangUp(): void;
  /** Puts the closed call away. */
  dismiss(): void;
  setAudio(on: boolean): void;
  setVideo(on: boolean): void;
  flipCamera(): void;
  /** Shows one's screen instead of the camera, until it is stopped, here or in the browser. */
  shareScreen(): void;
  stopScreen(): void;
  /** One's own camera's, where it has them. */
  setTorch(on: boolean): void;
  setZoom(value: number): void;
  /** A controller asks to switch somebody's camera. */
  askCamera(of: string): void;
  /** Does nothing before they have agreed. */
  commandCamera(of: string, command: CameraCommand): void;
  /** Lets somebody switch one's camera or not, for the rest of the call. What was granted can be taken back so. */
  answerCamera(to: string, isGranted: boolean): void;
  /** Another one was chosen: the call goes on with it. */
  changeDevice(device: OwnDevice): void;
  /** Of the picture that is on the stage: `null` is one's own camera. */
  takeSnapshot(of: string | null): void;
  /** Adds a picture that was made here, a JPEG, to the snapshots. */
  keepPicture(making: Promise<Blob>): void;
  /** A controller stops everybody's screen at what is seen of somebody; `null` is oneself. */
  freeze(of: string | null): void;
  /** A controller moves everybody's screen, anyone else only their own. `null` is live. */
  selectPic(picId: string | null): void;
  /** Points at the live picture of a contact, perhaps one's own; null: nowhere. Once a frame of the screen at most. */
  point(of: string, spot: Spot | null): void;
  sendMessage(text: string): void;
  sendFile(file: File): void;
  /** Gives the file of a message to the person. */
  downloadFile(key: string): void;
  /** Takes back a file of one's own that the server does not have: it is not sent, and is gone for everybody. */
  withdrawFile(key: string): void;
  /** Calls more people into the call. Rejects with an `ApiFailure` where the server does not. */
  addPeople(people: readonly Contact[]): Promise<void>;
  /** Sends again what failed. */
  retryMessage(key: string): void;
  /** The chat is open: what comes is read. */
  setChatOpen(open: boolean): void;
  markPicsSeen(): void;
  /** Stores again what was not stored, or fetches again what was not loaded. */
  retryPic(picId: string): void;
  /**
   * For everybody; one that was not stored is put away. Rejects with an `ApiFailure` where the server does not do it: it is
   * still there then.
   */
  deletePic(picId: string): Promise<void>;
}

/** Lives outside React: `useSyncExternalStore(session.subscribe, session.getView)`. */
export interface CallSession extends CallActions {
  getView(): CallView;
  readonly points: Points;
  subscribe(listener: () => void): () => void;
  /** What is drawn on the snapshots, and what one draws oneself. The same object always. */
  readonly drawing: DrawingSurface;
  /** Once after start: comes back into the call that this page was in, takes up what rings, ends what was left locked. */
  resume(): Promise<void>;
  /** Ends what is running: sign-out, crash. */
  dispose(): void;
}
