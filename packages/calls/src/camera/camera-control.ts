/**
 * Remote camera control: a controller switches the light, the zoom and the direction of another participant's camera, after
 * that participant has consented, once for the call. The consent is checked on the side of the camera's owner: a command
 * without it changes nothing.
 */
import type { MessageOf, PeerHandlers } from '../transport/peer-handlers';
import type { CameraAnswer, CameraAnswers, CameraCommand, CameraConsent, CameraState, PeerCamera } from '../view';

export interface CameraControlOptions {
  /** The user is a controller: controllers switch, and are not switched. */
  readonly isController: boolean;
  /** By the role that the server gives. */
  readonly isControllerAt: (contactId: string) => boolean;
  /** The contacts to whom this page has a link. */
  readonly peers: () => readonly string[];
  readonly send: (message: MessageOf<'cameraState' | 'askCamera' | 'camera'>, to: string) => void;
  /** The state of the user's camera; null: nothing is shown, or it is not a camera. */
  readonly own: () => CameraState | null;
  readonly onCommand: (command: CameraCommand) => void;
  /** The answers from before a reload. */
  readonly cameraAnswers: CameraAnswers;
  readonly onAnswer: (answers: CameraAnswers) => void;
  readonly onChange: () => void;
}

const OFF: CameraState = { facing: 'environment', canFlip: false, torch: null, zoom: null };

const isAnswer = (consent: CameraConsent): consent is CameraAnswer => consent === 'granted' || consent === 'refused';

export class CameraControl {
  readonly #options: CameraControlOptions;
  /** The consents to control the user's camera, by controller. */
  readonly #consents: Map<string, CameraConsent>;
  /** The announced states of the others' cameras. */
  readonly #cameras = new Map<string, PeerCamera>();
  /** The state last announced to each controller, as JSON. */
  readonly #announced = new Map<string, string>();

  constructor(options: CameraControlOptions) {
    this.#options = options;
    this.#consents = new Map(Object.entries(options.cameraAnswers));
  }

  cameraOf(contactId: string): PeerCamera | null {
    return this.#cameras.get(contactId) ?? null;
  }

  /** The controllers with this consent, in the order in which they asked. */
  withConsent(consent: CameraConsent): readonly string[] {
    return [...this.#consents].filter(([, given]) => given === consent).map(([contactId]) => contactId);
  }

  ask(of: string) {
    if (this.cameraOf(of)?.control === 'none') this.#options.send({ type: 'askCamera' }, of);
  }

  command(of: string, command: CameraCommand) {
    if (this.cameraOf(of)?.control === 'granted') this.#options.send({ type: 'camera', ...command }, of);
  }

  /** Answers a controller, once for the call. A granted consent can be withdrawn. */
  answer(to: string, isGranted: boolean) {
    const given = this.#consents.get(to);
    if (given !== 'asked' && given !== 'granted') return;
    this.#consents.set(to, isGranted ? 'granted' : 'refused');
    this.announce();
    this.#options.onAnswer(this.#answers());
    this.#options.onChange();
  }

  /** Announces the state of the user's camera to the controllers for whom it has changed. */
  announce() {
    const { isController, isControllerAt, own, peers, send } = this.#options;
    if (isController) return;
    for (const contactId of peers().filter(isControllerAt)) {
      const { facing, canFlip, torch, zoom } = own() ?? OFF;
      const control = this.#consents.get(contactId) ?? 'none';
      const state = { type: 'cameraState', control, facing, canFlip, torch, zoom } as const;
      const json = JSON.stringify(state);
      if (this.#announced.get(contactId) === json) continue;
      this.#announced.set(contactId, json);
      send(state, contactId);
    }
  }

  /** The data channel to a participant is open, perhaps to a new page of theirs. */
  handleReachable(contactId: string) {
    this.#announced.delete(contactId);
    this.announce();
  }

  forget(contactId: string) {
    this.#announced.delete(contactId);
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

  /** The user is not asked again about a controller whom they have answered. */
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
