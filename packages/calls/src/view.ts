/** What a screen sees of a call, and what it may do. Nothing here knows React. */
import type { Call, CallPic, CallReason, Contact, GuiMode, NotGenuine, Scheme, TargetState } from '@earth/contracts';

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
