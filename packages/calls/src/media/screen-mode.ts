/**
 * What the stage shows: the cameras, or a snapshot (A2.1). A controller moves everybody's screen; anyone else moves
 * only their own. Who comes, or comes back, asks the controllers they meet what is shown.
 */
import type { GuiMode } from '@earth/contracts';
import type { MessageOf, PeerHandlers } from '../transport/peer-handlers';

type ScreenMessageType = 'update_video_screen_state' | 'onPicSelected' | 'askSelectedPic';

export interface ScreenModeOptions {
  readonly isController: boolean;
  /** By the role that the server names. */
  readonly isControllerAt: (contactId: string) => boolean;
  readonly send: (message: MessageOf<ScreenMessageType>, to?: string) => void;
  readonly pictures: {
    readonly has: (picId: string) => boolean;
    /** The others can have it too; one that is still being saved is announced when it is stored. */
    readonly isStored: (picId: string) => boolean;
  };
  /** The snapshot that was shown before a reload; null: none. */
  readonly shownBefore: string | null;
  /** A snapshot is shown that is there after a reload too; null: none. */
  readonly onShown: (picId: string | null) => void;
  /** A snapshot is to be shown that is not known here. */
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
  /** To be shown as soon as it is known here; until then the screen stays as it is. */
  #wanted: Wanted | null;
  /** What the others were told last. */
  #announced: string | null = null;
  /** Who of the controllers has been asked and not answered yet, and whether their answer counts. */
  readonly #asked = new Map<string, boolean>();
  /** Somebody has moved the screen since this page is in the call. */
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

  /** The contact who moved this screen; null: oneself. */
  get shownBy() {
    return this.#shownBy;
  }

  /** By one's own hand. */
  select(picId: string | null) {
    if (picId !== null && !this.#options.pictures.has(picId)) return;
    // What a controller answers now was so before.
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

  /** Somebody can be talked to. A controller whose screen was moved knows more than one who comes back. */
  meet(contactId: string) {
    const { isController, isControllerAt, send } = this.#options;
    if (!isControllerAt(contactId) || (isController && this.#hasMoved)) return;
    this.#asked.set(contactId, true);
    send({ type: 'askSelectedPic' }, contactId);
  }

  /** There may be other pictures than before. */
  notice() {
    if (this.#wanted && this.#options.pictures.has(this.#wanted.picId)) this.#show(this.#wanted);
  }

  /** A snapshot that was taken here has been stored under its lasting id. */
  rename(from: string, to: string) {
    if (this.#picId !== from) return;
    this.#picId = to;
    this.#options.onShown(to);
    this.#announce();
    this.#options.onChange();
  }

  /** A snapshot is no more: back to live. */
  remove(picId: string) {
    if (this.#wanted?.picId === picId) this.#wanted = null;
    if (this.#picId === picId) this.select(null);
  }

  /** Not the answer to a question of before one moved the screen oneself. */
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

  /** The mode where it has changed, else the snapshot alone. Live is said in any case: somebody may have missed it. */
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

  /** With what everybody can have; of what was shown before a reload, the server is still being asked. */
  #answer(from: string) {
    if (!this.#options.isController) return;
    const stored = this.#picId !== null && this.#options.pictures.isStored(this.#picId) ? this.#picId : null;
    this.#options.send({ type: 'onPicSelected', picUniqueId: this.#wanted?.picId ?? stored }, from);
  }
}
