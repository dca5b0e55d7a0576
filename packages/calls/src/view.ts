/** What a screen shows of a call. Nothing here depends on React. */
import type {
  Call,
  CallMessage,
  CallMessageProgress,
  CallPic,
  CallReason,
  Contact,
  GuiMode,
  NotGenuine,
  PictureLevel,
  PicturePreference,
  TargetState,
} from '@earth/contracts';
import type { Changed, Outgoing } from '@earth/messaging';

/** How good the link to a participant is. While `reconnecting`, the last picture stays. */
export type LinkQuality = 'connecting' | 'good' | 'weak' | 'reconnecting';

/**
 * Whether a participant's page has signed the link, so that nobody is between. `unsigned`: a device cannot sign or check it.
 * `forged`: a description was refused, because it was not signed by that participant. Null: nothing is checked yet, or nothing is
 * encrypted at all.
 */
export type LinkTrust = 'signed' | 'unsigned' | 'forged' | null;

/**
 * Whether the call goes through a media server. `away`: it should, but the server does not answer, and is tried again. `replaced`: it did not
 * answer, so the call goes from browser to browser.
 */
export type MediaServerUse = 'none' | 'used' | 'away' | 'replaced';

/** The zoom range of a camera and its present value. 1 is no zoom. */
export interface Zoom {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
}

export type Facing = 'environment' | 'user';

/** What a camera can do besides filming, and its present state. Null: it cannot. */
export interface CameraState {
  readonly facing: Facing;
  readonly canFlip: boolean;
  readonly torch: boolean | null;
  readonly zoom: Zoom | null;
}

/** Consent of a participant to have their camera switched by a controller: asked once, answered once. */
export type CameraConsent = 'none' | 'asked' | CameraAnswer;

export type CameraAnswer = 'granted' | 'refused';

/** By contact. */
export type CameraAnswers = Readonly<Record<string, CameraAnswer>>;

/** Another participant's camera, and whether the user may switch it. */
export interface PeerCamera extends CameraState {
  readonly control: CameraConsent;
}

/** What is to be switched; what is not named stays as it is. */
export interface CameraCommand {
  readonly torch?: boolean | undefined;
  readonly zoom?: number | undefined;
  readonly facing?: Facing | undefined;
}

/** Another participant of the call, or a contact who still rings. */
export interface Person {
  readonly contact: Contact;
  readonly color: string;
  readonly state: TargetState;
  readonly link: LinkQuality;
  readonly trust: LinkTrust;
  /** What they send arrives, and cannot be decrypted: it was changed on the way, or its key has not come. */
  readonly isUndecryptable: boolean;
  /** Picture and sound, as soon as there are any. */
  readonly stream: MediaStream | null;
  readonly hasAudio: boolean;
  readonly hasVideo: boolean;
  /** They do not receive the user's picture, because they want sound only. */
  readonly isAudioOnly: boolean;
  /** How far the user's picture to them is reduced for a weak link, and theirs to the user. */
  readonly sentLevel: PictureLevel;
  readonly receivedLevel: PictureLevel;
  /** Their picture is their screen. */
  readonly isScreen: boolean;
  /** Their picture is the foreground of an AR camera, in colour and mask, for the snapshot. */
  readonly isAr: boolean;
  /** Null: not announced. */
  readonly camera: PeerCamera | null;
}

/** A contact who declined or did not answer. */
export interface Unanswered {
  readonly contact: Contact;
  readonly state: Extract<TargetState, 'refused' | 'missed'>;
}

/** Why a device of the user gives nothing. The screen says so, and the call goes on without it. */
export type MediaProblem = 'refused' | 'missing' | 'failed';

/** AR: the learning of the background (A3.27). `percent`: 0 to 100 (A4.31). */
export type ArTraining =
  | { readonly state: 'started' }
  | { readonly state: 'progress'; readonly percent: number }
  | { readonly state: 'ended' };
/** Why AR gives nothing. `missing`: there is no camera besides that of the call. `moved`: the AR camera was moved after the learning. */
export type ArProblem = MediaProblem | 'moved';
/** AR: what a second camera sees in front of its background, such as hands, is shown over the selected snapshot. */
export interface Ar {
  readonly isOn: boolean;
  /** Null: nothing is learnt, because AR is off, the camera is off, or there is a problem. */
  readonly training: ArTraining | null;
  readonly problem: ArProblem | null;
  /** What the AR camera sees, for its user only. */
  readonly preview: MediaStream | null;
  /** What is sent instead of the camera, in colour and mask; null: the camera is sent. */
  readonly foreground: MediaStream | null;
}
export interface LocalMedia extends CameraState {
  readonly stream: MediaStream | null;
  readonly audioOn: boolean;
  readonly videoOn: boolean;
  /** The user wants neither to send nor to receive pictures. */
  readonly isAudioOnly: boolean;
  /** What of the others' pictures is to suffer last on a weak link; null: the senders decide. */
  readonly prefers: PicturePreference | null;
  /** The video is the screen; the camera is closed meanwhile. */
  readonly isScreen: boolean;
  readonly cameraProblem: MediaProblem | null;
  readonly microphoneProblem: MediaProblem | null;
  /** The name of the device that replaced an unplugged one. */
  readonly cameraInstead: string | null;
  readonly microphoneInstead: string | null;
  /** The system has paused it, for example during a telephone call; nothing is sent until it goes on by itself. */
  readonly isCameraPaused: boolean;
  readonly isMicrophonePaused: boolean;
  /** Null: AR is not offered. */
  readonly ar: Ar | null;
}

/** The devices of the user. */
export type OwnDevice = 'camera' | 'microphone' | 'arCamera';

/**
 * `failed`: it was not stored; if there is a picture, it is still cached and the upload can be retried. `notLoaded`: the
 * download failed. `unreadable`: it is not sealed for the reader.
 */
export interface Snapshot {
  readonly pic: CallPic;
  /** 1 for the first of the call. */
  readonly number: number;
  readonly state: 'saving' | 'loading' | 'ready' | 'failed' | 'notLoaded' | 'unreadable' | 'notGenuine';
  /** An object URL, as soon as it is ready. */
  readonly url: string | null;
  /** An object URL of a small version, if the picture is large. It may be there earlier. */
  readonly preview: string | null;
  readonly isNew: boolean;
  /** Its author and controllers may delete it. One that was not stored can be removed. */
  readonly canDelete: boolean;
  /** The picture is final, stored or not: drawings on it stay in place. */
  readonly canDraw: boolean;
  /** The name of who took it, whichever device stored it. */
  readonly takenBy: string;
}

/** A message of the chat that the server has, or that its sender has shown before. */
export interface ChatMessage extends CallMessage, Changed {
  /** Null: not sealed for the reader. Of a file: its name, or the text sent with it. */
  readonly text: string | NotGenuine | null;
  /** `arriving`: the server does not have it yet. `awaitsKey`: it has no key for the user, and others are still asked for one. */
  readonly state: 'stored' | 'arriving' | 'awaitsKey';
}

/** How far the messages of a call have come to a person. */
export interface MessageReader extends Omit<CallMessageProgress, 'contactUniqueId'> {
  readonly contactId: string;
}

/** What a message says of its file. */
export type FileMessage = Pick<
  ChatMessage,
  'uniqueId' | 'clientId' | 'cryptoSchema' | 'sender' | 'date' | 'fileName' | 'fileUrl' | 'previewUrl'
>;

/** A call with its decrypted subject; null if it is not sealed for the reader. */
interface Shown {
  readonly call: Call;
  readonly subject: string | NotGenuine | null;
}

/** A place in a picture, in fractions of its width and height from the left and the top. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The contact `by`, who may be the user, points at a place in the live picture of the contact `of`. */
export interface Pointer extends Spot {
  readonly by: string;
  readonly of: string;
}

/** A line that the contact `by` has drawn on the live picture of the contact `of`. It disappears `LIVE_LINE_MS` after its last position. */
export interface LiveLine {
  readonly by: string;
  readonly of: string;
  readonly id: number;
  readonly way: readonly Spot[];
  /** When its last position was drawn here, ms since the epoch. */
  readonly at: number;
}

/** Positions that continue the user's line, or begin one. */
export interface DrawnWay {
  readonly isNew: boolean;
  readonly way: readonly Spot[];
}

/** The present pointers and lines. They change with each frame of a screen: listeners must be cheap. */
export interface Points {
  get(): readonly Pointer[];
  lines(): readonly LiveLine[];
  subscribe(listener: () => void): () => void;
}

/** `unsupported`: this browser cannot record. `notStored`: the server has refused a piece. */
export type RecordingProblem = 'unsupported' | 'failed' | 'notStored';

export interface RecordingView {
  /** The user's own recording. `waits`: not everybody has agreed. */
  readonly own: 'off' | 'waits' | 'records';
  /** Who has not answered the user. */
  readonly waitsFor: readonly Contact[];
  /** Who has refused the user's last recording. */
  readonly refusedBy: Contact | null;
  readonly problem: RecordingProblem | null;
  /** Who waits for the user's consent. */
  readonly askedBy: Contact | null;
  /** The others who record. */
  readonly by: readonly Contact[];
}

interface MayHaveLeftOpen {
  /** The user's own call that a lost page or device left open: they may go back into it, or end it. */
  readonly leftOpen?: Call;
}

/** The state of the call screen. The local media are there from the first frame of calling, the rest in the call. */
export type CallView =
  | ({ readonly phase: 'idle' } & MayHaveLeftOpen)
  | ({ readonly phase: 'incoming'; readonly since: number; readonly timeoutSeconds: number } & Shown)
  | {
      readonly phase: 'calling';
      /** The people who are called. */
      readonly targets: readonly Contact[];
      readonly since: number;
      /** False until the server has created the call: nobody rings before. */
      readonly isRinging: boolean;
      readonly local: LocalMedia;
    }
  | ({
      readonly phase: 'inCall';
      /** When the call was answered, ms since the epoch. */
      readonly since: number;
      /** Everybody except the user who is in the call or rings. */
      readonly people: readonly Person[];
      /** The people who were called and did not come. */
      readonly unanswered: readonly Unanswered[];
      /** How many may be in the call, including the user; negative for no limit. */
      readonly maxUsers: number;
      readonly me: { readonly color: string; readonly isController: boolean; readonly mayDraw: boolean };
      readonly local: LocalMedia;
      readonly recording: RecordingView;
      /** The contact who asks to switch the user's camera and has no answer yet; null: nobody. */
      readonly cameraAskedBy: Contact | null;
      /** The contacts who may switch the user's camera. */
      readonly cameraHeldBy: readonly Contact[];
      readonly mode: GuiMode;
      readonly selectedPicId: string | null;
      /** The name of the participant who selected the snapshot; null: the user. */
      readonly shownBy: string | null;
      readonly snapshots: readonly Snapshot[];
      readonly unseenPics: number;
      readonly messages: readonly ChatMessage[];
      /** The user's own messages that the server does not have yet. */
      readonly outgoing: readonly Outgoing[];
      /** How far messages have come to the others; empty: not known, so the receipts in the messages count. */
      readonly readers: readonly MessageReader[];
      readonly unreadMessages: number;
      /** The server is unreachable; the media may go on. */
      readonly isServerAway: boolean;
      readonly mediaServer: MediaServerUse;
    } & Shown)
  | ({
      readonly phase: 'closed';
      /** Null: the call was never created. */
      readonly callId: string | null;
      readonly reason: CallReason;
      /** It failed because the participants' networks let nothing through. */
      readonly isBlocked: boolean;
      /** `failed`: the descriptions of a link were not signed by the person at its other end. */
      readonly isForged: boolean;
      /** The server's text if it refused the call, e.g. «Call already closed». */
      readonly message: string | null;
      readonly people: readonly Contact[];
      readonly subject: string | NotGenuine | null;
      readonly productCode: string | null;
      /** A call for help that nobody answered: it may be made again as one. */
      readonly forHelp: boolean;
      readonly durationSeconds: number;
      readonly messages: readonly ChatMessage[];
      readonly outgoing: readonly Outgoing[];
      readonly snapshots: readonly Snapshot[];
    } & MayHaveLeftOpen);

export interface CallRequest {
  readonly targets: readonly Contact[];
  readonly subject: string;
  readonly productCode?: string;
  /** «Call for help»: the first to answer gets it. The server chooses whom it rings; the targets are shown until then. */
  readonly forHelp?: boolean;
}
