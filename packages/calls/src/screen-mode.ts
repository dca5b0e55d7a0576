/**
 * What the stage shows: the cameras, or a snapshot (Assist 4). A controller moves everybody's screen; anyone else moves
 * only their own, and asks a controller what is shown when they meet.
 */
import type { GuiMode, PeerMessage } from '@earth/contracts';

export interface ScreenModeOptions {
  readonly isController: boolean;
  /** By the role that the server names. */
  readonly isControllerAt: (contactId: string) => boolean;
  readonly send: (message: PeerMessage, to?: string) => void;
  /** A snapshot that the others can have too; one that is still being saved is announced when it is stored. */
  readonly isStored: (picId: string) => boolean;
  /** A snapshot was selected that may not be known here yet. */
  readonly onSelected: (picId: string) => void;
  readonly onChange: () => void;
}

export class ScreenMode {
  readonly #options: ScreenModeOptions;
  #picId: string | null = null;
  #shownBy: string | null = null;
  /** What the others were told last. */
  #announced: string | null = null;

  constructor(options: ScreenModeOptions) {
    this.#options = options;
  }

  get mode(): GuiMode {
    return this.#picId === null ? 'GUIMODE_LIVECAMERA' : 'GUIMODE_ANNOTATIONS';
  }

  get selectedPicId() {
    return this.#picId;
  }

  /** The contact who moved this screen; null: oneself. */
  get shownBy() {
    return this.#shownBy;
  }

  /** By one's own hand. */
  select(picId: string | null) {
    this.#set(picId, null);
    this.#announce();
  }

  take(from: string, message: PeerMessage) {
    if (message.type === 'askSelectedPic') return this.#answer(from);
    if (!this.#options.isControllerAt(from)) return;
    if (message.type === 'onPicSelected') this.#follow(from, message.picUniqueId);
    if (message.type !== 'update_video_screen_state') return;
    if (message.state === 'GUIMODE_LIVECAMERA') this.#follow(from, null);
    else if (message.picUniqueId !== null) this.#follow(from, message.picUniqueId);
  }

  /** Somebody can be talked to. */
  meet(contactId: string) {
    if (!this.#options.isController && this.#options.isControllerAt(contactId))
      this.#options.send({ type: 'askSelectedPic' }, contactId);
  }

  /** A snapshot that was taken here has been stored under its lasting id. */
  rename(from: string, to: string) {
    if (this.#picId !== from) return;
    this.#picId = to;
    this.#announce();
    this.#options.onChange();
  }

  /** A snapshot is no more: back to live. */
  remove(picId: string) {
    if (this.#picId === picId) this.select(null);
  }

  #follow(from: string, picId: string | null) {
    this.#announced = picId;
    this.#set(picId, picId === null ? null : from);
  }

  #set(picId: string | null, shownBy: string | null) {
    this.#picId = picId;
    this.#shownBy = shownBy;
    if (picId !== null) this.#options.onSelected(picId);
    this.#options.onChange();
  }

  /** The mode where it has changed, else the snapshot alone. */
  #announce() {
    const picId = this.#picId;
    if (!this.#options.isController || this.#announced === picId) return;
    if (picId !== null && !this.#options.isStored(picId)) return;
    const isModeChanged = (this.#announced === null) !== (picId === null);
    this.#announced = picId;
    this.#options.send(
      isModeChanged
        ? { type: 'update_video_screen_state', state: this.mode, picUniqueId: picId }
        : { type: 'onPicSelected', picUniqueId: picId },
    );
  }

  #answer(from: string) {
    if (!this.#options.isController) return;
    const picId = this.#picId !== null && this.#options.isStored(this.#picId) ? this.#picId : null;
    this.#options.send({ type: 'onPicSelected', picUniqueId: picId }, from);
  }
}
