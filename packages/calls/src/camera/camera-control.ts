/**
 * A controller switches the light, the zoom and the direction of somebody else's camera, after that one has agreed, once for
 * the call. Whether they may is decided here, on the side of whose camera it is: a command that nobody agreed to changes
 * nothing.
 */
import type { MessageOf, PeerHandlers } from '../transport/peer-handlers';
import type { CameraAnswer, CameraAnswers, CameraCommand, CameraConsent, CameraState, PeerCamera } from '../view';

export interface CameraControlOptions {
  /** Controllers switch, and are not switched. */
  readonly isController: boolean;
  /** By the role that the server names. */
  readonly isControllerAt: (contactId: string) => boolean;
  /** Who is linked with this page. */
  readonly peers: () => readonly string[];
  readonly send: (message: MessageOf<'cameraState' | 'askCamera' | 'camera'>, to: string) => void;
  /** One's own camera; null: nothing is shown, or it is no camera. */
  readonly own: () => CameraState | null;
  readonly onCommand: (command: CameraCommand) => void;
  /** As they were before the page was reloaded. */
  readonly cameraAnswers: CameraAnswers;
  readonly onAnswer: (answers: CameraAnswers) => void;
  readonly onChange: () => void;
}


const OFF: CameraState = { facing: 'environment', canFlip: false, torch: null, zoom: null };

const isAnswer = (consent: CameraConsent): consent is CameraAnswer => consent === 'granted' || consent === 'refused';

export class CameraControl {
  readonly #options: CameraControlOptions;
  /** What others may do here. */
  readonly #consents: Map<string, CameraConsent>;
  /** What others say of their cameras. */
  readonly #cameras = new Map<string, PeerCamera>();
  /** What each was told last. */
  readonly #told = new Map<string, string>();

  constructor(options: CameraControlOptions) {
    this.#options = options;
    this.#consents = new Map(Object.entries(options.cameraAnswers));
  }

  cameraOf(contactId: string): PeerCamera | null {
    return this.#cameras.get(contactId) ?? null;
  }

  /** The contacts to whom this applies, those who asked first first. */
  withConsent(consent: CameraConsent): readonly string[] {
    return [...this.#consents].filter(([, given]) => given === consent).map(([contactId]) => contactId);
  }

  ask(of: string) {
    if (this.cameraOf(of)?.control === 'none') this.#options.send({ type: 'askCamera' }, of);
  }

  command(of: string, command: CameraCommand) {
    if (this.cameraOf(of)?.control === 'granted') this.#options.send({ type: 'camera', ...command }, of);
  }

  /** Once for the call; what was granted may be taken back. */
  answer(to: string, isGranted: boolean) {
    const given = this.#consents.get(to);
    if (given !== 'asked' && given !== 'granted') return;
    this.#consents.set(to, isGranted ? 'granted' : 'refused');
    this.announce();
    this.#options.onAnswer(this.#answers());
    this.#options.onChange();
  }

  /** Tells controllers of one's camera, where there is something new. */
  announce() {
    const { isController, isControllerAt, own, peers, send } = this.#options;
    if (isController) return;
    for (const contactId of peers().filter(isControllerAt)) {
      const { facing, canFlip, torch, zoom } = own() ?? OFF;
      const control = this.#consents.get(contactId) ?? 'none';
      const state = { type: 'cameraState', control, facing, canFlip, torch, zoom } as const;
      const told = JSON.stringify(state);
      if (this.#told.get(contactId) === told) continue;
      this.#told.set(contactId, told);
      send(state, contactId);
    }
  }

  /** Somebody can be talked to, perhaps with a new page. */
  meet(contactId: string) {
    this.#told.delete(contactId);
    this.announce();
  }

  forget(contactId: string) {
    this.#told.delete(contactId);
    if (this.#cameras.delete(contactId)) this.#options.onChange();
  }

  readonly handlers: PeerHandlers<'cameraState' | 'askCamera' | 'camera'> = {
    cameraState: (from, message) => this.#handleState(from, message),
    askCamera: (from) => this.#handleAsk(from),
    camera: (from, message) => this.#handleCommand(from, message),
  };

  #answers(): CameraAnswers {
    const answered = [...this.#consents].flatMap(([id, given]) => (isAnswer(given) ? [[id, given] as const] : []));
    return Object.fromEntries(answered);
  }

  #handleState(from: string, { type: _, ...camera }: MessageOf<'cameraState'>) {
    const { isController, onChange } = this.#options;
    if (!isController) return;
    const zoom = camera.zoom && camera.zoom.max > camera.zoom.min ? camera.zoom : null;
    this.#cameras.set(from, { ...camera, zoom });
    onChange();
  }

  /** Who was refused is not asked about again. */
  #handleAsk(from: string) {
    const { isController, isControllerAt, onChange } = this.#options;
    if (isController || !isControllerAt(from) || this.#consents.has(from)) return;
    this.#consents.set(from, 'asked');
    this.announce();
    onChange();
  }

  #handleCommand(from: string, { torch, zoom, facing }: MessageOf<'camera'>) {
    const { isController, isControllerAt, onCommand } = this.#options;
    if (isController || !isControllerAt(from) || this.#consents.get(from) !== 'granted') return;
    onCommand({ torch, zoom, facing });
  }
}
