/**
 * A session of calls, as the app sees it. The list of its actions is the only place that names them: `CallActions` is its
 * type, which the session implements, and `forwardActions` forwards them all.
 */
import type { Contact, NotGenuine, PicturePreference } from '@earth/contracts';
import type { ChangeRequest, Sending } from '@earth/messaging';
import type { DrawingSurface } from '@earth/annotations';
import type { PictureSize } from './transport/transport';
import type { CallRequest, CallView, CameraCommand, DrawnWay, FileMessage, OwnDevice, Points, Spot } from './view';

type OpenedFile = Blob | NotGenuine | null;

/** Null object: what each action does while there is no session, which is nothing. */
const idleActions = {
  call: (_request: CallRequest) => {},
  accept: () => {},
  decline: () => {},
  /** Stops calling, or leaves the call. */
  hangUp: () => {},
  /** Goes back into the call that a lost page or device left open. */
  rejoin: async () => {},
  /** Ends the user's part in it. @throws ApiFailure if the server refuses: it is still offered then */
  endLeftOpen: async () => {},
  /** Closes the screen of a call that is over. */
  dismiss: () => {},
  setAudio: (_on: boolean) => {},
  /** Sends and receives no pictures. */
  setAudioOnly: (_on: boolean) => {},
  /** What of the others' pictures is to suffer last on a weak link; null: their devices decide. */
  preferPictures: (_prefers: PicturePreference | null) => {},
  /** How large the picture of the contact `of` is shown, in pixels of the screen; null: it is needed whole. */
  setPictureSize: (_of: string, _size: PictureSize | null) => {},
  setVideo: (_on: boolean) => {},
  flipCamera: () => {},
  /** Shows the user's screen instead of the camera, until it is stopped here or in the browser. */
  shareScreen: () => {},
  stopScreen: () => {},
  /** Switches the light of the user's own camera, if it has one. */
  setTorch: (_on: boolean) => {},
  /** Zooms the user's own camera, if it can. */
  setZoom: (_value: number) => {},
  /** A controller asks to switch the camera of the contact `of`. */
  askCamera: (_of: string) => {},
  /** Does nothing until that contact has agreed. */
  commandCamera: (_of: string, _command: CameraCommand) => {},
  /** Lets the contact `to` switch the user's camera or not, for the rest of the call. A consent can be withdrawn this way. */
  answerCamera: (_to: string, _isGranted: boolean) => {},
  /** A controller asks everybody for consent to record the call. */
  startRecording: () => {},
  stopRecording: () => {},
  /** Lets the contact `to` record the call or not. A consent can be withdrawn this way. */
  answerRecording: (_to: string, _agrees: boolean) => {},
  /** AR: switches it on or off, and stores that. */
  setAr: (_on: boolean) => {},
  /** AR: learns the background anew. */
  learnBackground: () => {},
  /** Another device was chosen: the call goes on with it. */
  changeDevice: (_device: OwnDevice) => {},
  /** Takes a snapshot of the picture on the stage: of the contact `of`, or of the user's own camera (`null`). */
  takeSnapshot: (_of: string | null) => {},
  /** Adds a picture that was made on this page, a JPEG, to the snapshots. */
  keepPicture: (_making: Promise<Blob>) => {},
  /** A controller freezes everybody's screen at the picture of the contact `of`, or at their own (`null`). */
  freeze: (_of: string | null) => {},
  /** A controller changes everybody's screen, any other participant only their own. `null` is the live picture. */
  selectPic: (_picId: string | null) => {},
  /**
   * Points at the live picture of the contact `of`, which may be the user; `null` stops pointing. At most once a frame of the screen.
   * `drawn`: also draws there; nothing if the user may not draw.
   */
  point: (_of: string, _spot: Spot | null, _drawn?: DrawnWay) => {},
  /** @param _change the message that the text changes, as `writeChange` writes it */
  sendMessage: (_text: string, _change?: ChangeRequest) => {},
  /** @param _text its sealed description */
  sendFile: (_file: File, _text?: string) => {},
  /** Downloads and decrypts the file of a message, or its preview. Null: not sealed for the user. */
  openFile: async (_message: FileMessage, _part: 'file' | 'preview', _sending?: Sending): Promise<OpenedFile> => null,
  /** Withdraws an own message that is not stored yet: it is not sent, and disappears for everybody. */
  withdrawMessage: (_clientId: string) => {},
  /** Calls more people into the call. @throws ApiFailure if the server refuses */
  addPeople: async (_people: readonly Contact[]) => {},
  /** Sends a message again that has failed. */
  retryMessage: (_clientId: string) => {},
  /** While the chat is open, new messages count as read. */
  setChatOpen: (_open: boolean) => {},
  markPicsSeen: () => {},
  /** Uploads or downloads a picture again that has failed. */
  retryPic: (_picId: string) => {},
  /** Deletes a picture for everybody, or removes one that was never stored. @throws ApiFailure if the server refuses: it stays then */
  deletePic: async (_picId: string) => {},
};

export type CallActions = Readonly<typeof idleActions>;

/** It lives outside React, as an external store: `useSyncExternalStore(session.subscribe, session.getView)`. */
export interface CallSession extends CallActions {
  getView(): CallView;
  readonly points: Points;
  subscribe(listener: () => void): () => void;
  /** The drawings on the snapshots, for reading and for drawing. Always the same object. */
  readonly drawing: DrawingSurface;
  /** To be called once after start: returns to the call that this page was in, finds what rings and what was left open, or else ends calls that were left locked. */
  resume(): Promise<void>;
  /** While it is held, what was left open stays offered: the user is asked something before going back. */
  holdLeftOpen(isHeld: boolean): void;
  /** Ends what is running: at sign-out, or after a crash. */
  dispose(): void;
}

type AnyAction = (...args: never[]) => unknown;

/** Forwards each action to the session of the moment. @param current null: there is no session, and the action does nothing */
export function forwardActions(current: () => CallActions | null): CallActions {
  const forward = (name: keyof CallActions): AnyAction => {
    return (...args) => {
      const action: AnyAction = (current() ?? idleActions)[name];
      return action(...args);
    };
  };
  const names = Object.keys(idleActions) as (keyof CallActions)[];
  return Object.fromEntries(names.map((name) => [name, forward(name)])) as unknown as CallActions;
}
