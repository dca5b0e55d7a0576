/**
 * The mode of the call screen: the cameras, or a snapshot (A2.1). A controller changes everybody's screen, any other
 * participant only their own. A page that joins, or reconnects, asks the controllers what they show.
 */
import type { GuiMode } from '@earth/contracts';
import type { MessageOf, PeerHandlers } from '../transport/peer-handlers';

type ScreenMessageType = 'update_video_screen_state' | 'onPicSelected' | 'askSelectedPic';

export interface ScreenModeOptions {
  readonly isController: boolean;
  /** By the role that the server gives. */
  readonly isControllerAt: (contactId: string) => boolean;
  readonly send: (message: MessageOf<ScreenMessageType>, to?: string) => void;
  readonly pictures: {
    readonly has: (picId: string) => boolean;
    /** The server has it, so the others can download it. A snapshot that is being uploaded is announced when it is stored. */
    readonly isStored: (picId: string) => boolean;
  };
  /** The snapshot that was shown before a reload; null: none. */
  readonly shownBefore: string | null;
  /** A stored snapshot is shown, to be remembered across a reload; null: none. */
  readonly onShown: (picId: string | null) => void;
  /** A snapshot is to be shown that is unknown here. */
  readonly onUnknown: () => void;
  readonly onChange: () => void;
}

interface Wanted {
  readonly picId: string;
  readonly by: string | null;
}

export class ScreenMode {
  readonly #options: ScreenModeOptions;
  #picId: string | null = null;
  #shownBy: string | null = null;
  /** The snapshot to be shown as soon as it is known here; until then the screen stays as it is. */
  #wanted: Wanted | null;
  /** The snapshot that was last announced to the others; null: the cameras. */
  #announced: string | null = null;
  /** Controllers who were asked and have not answered yet, and whether their answer counts. */
  readonly #asked = new Map<string, boolean>();
  /** A user has changed the screen since this page is in the call. */
  #hasMoved = false;

  constructor(options: ScreenModeOptions) {
    this.#options = options;
    const { shownBefore } = options;
    this.#wanted = shownBefore === null ? null : { picId: shownBefore, by: null };
  }

  get mode(): GuiMode {
    return this.#picId === null ? 'GUIMODE_LIVECAMERA' : 'GUIMODE_ANNOTATIONS';
  }

  get selectedPicId() {
    return this.#picId;
  }

  /** The contact who changed this screen; null: the user. */
  get shownBy() {
    return this.#shownBy;
  }

  /** The user selects a snapshot, or the cameras. */
  select(picId: string | null) {
    if (picId !== null && !this.#options.pictures.has(picId)) return;
    // Answers that arrive from now on are older than this selection.
    for (const contactId of this.#asked.keys()) this.#asked.set(contactId, false);
    this.#set(picId, null);
    this.#announce();
  }

  readonly handlers: PeerHandlers<ScreenMessageType> = {
    update_video_screen_state: (from, { state, picUniqueId }) => {
      if (!this.#options.isControllerAt(from)) return;
      if (state === 'GUIMODE_LIVECAMERA') this.#follow(from, null);
      else if (picUniqueId !== null) this.#follow(from, picUniqueId);
    },
    onPicSelected: (from, { picUniqueId }) => {
      if (this.#options.isControllerAt(from) && this.#counts(from)) this.#follow(from, picUniqueId);
    },
    askSelectedPic: (from) => this.#answer(from),
  };

  /**
   * The data channel to a participant is open: asks a controller what they show. A controller whose screen has changed knows
   * better than one who reconnects, and does not ask.
   */
  handleReachable(contactId: string) {
    const { isController, isControllerAt, send } = this.#options;
    if (!isControllerAt(contactId) || (isController && this.#hasMoved)) return;
    this.#asked.set(contactId, true);
    send({ type: 'askSelectedPic' }, contactId);
  }

  /** The list of snapshots may have changed. */
  handlePicsChanged() {
    if (this.#wanted && this.#options.pictures.has(this.#wanted.picId)) this.#show(this.#wanted);
  }

  /** A snapshot that was taken here has been stored under its final id. */
  rename(from: string, to: string) {
    if (this.#picId !== from) return;
    this.#picId = to;
    this.#options.onShown(to);
    this.#announce();
    this.#options.onChange();
  }

  /** A snapshot was removed: returns to the cameras. */
  remove(picId: string) {
    if (this.#wanted?.picId === picId) this.#wanted = null;
    if (this.#picId === picId) this.select(null);
  }

  /** False for the answer to a request that is older than the user's own selection. */
  #counts(from: string) {
    const counts = this.#asked.get(from) ?? true;
    this.#asked.delete(from);
    return counts || !this.#options.isController;
  }

  #follow(from: string, picId: string | null) {
    this.#hasMoved = true;
    if (picId === null) {
      this.#announced = null;
      return this.#set(null, null);
    }
    this.#wanted = { picId, by: from };
    if (this.#options.pictures.has(picId)) this.#show(this.#wanted);
    else this.#options.onUnknown();
  }

  #show({ picId, by }: Wanted) {
    this.#announced = picId;
    this.#set(picId, by);
  }

  #set(picId: string | null, shownBy: string | null) {
    this.#wanted = null;
    this.#picId = picId;
    this.#shownBy = shownBy;
    this.#options.onShown(picId !== null && this.#options.pictures.isStored(picId) ? picId : null);
    this.#options.onChange();
  }

  /** Sends the mode if it has changed, otherwise only the snapshot. Live is always sent, because a message may be lost. */
  #announce() {
    this.#hasMoved = true;
    const picId = this.#picId;
    if (!this.#options.isController || (picId !== null && this.#announced === picId)) return;
    if (picId !== null && !this.#options.pictures.isStored(picId)) return;
    const isModeChanged = this.#announced === null || picId === null;
    this.#announced = picId;
    this.#options.send(
      isModeChanged
        ? { type: 'update_video_screen_state', state: this.mode, picUniqueId: picId }
        : { type: 'onPicSelected', picUniqueId: picId },
    );
  }

  /** Answers with a stored snapshot, or with the one from before a reload, which may still be loading. */
  #answer(from: string) {
    if (!this.#options.isController) return;
    const stored = this.#picId !== null && this.#options.pictures.isStored(this.#picId) ? this.#picId : null;
    this.#options.send({ type: 'onPicSelected', picUniqueId: this.#wanted?.picId ?? stored }, from);
  }
}
