/** Calls as the phone's own: it rings for them and answers them on its lock screen, a headset or in a car. Only the mobile shell can. */
import { callPlugin, listenToPlugin } from './call-plugin';
import type { AudioRoute, CallEndReason, NamedCall } from './plugins';
import { notePluginError } from './shell';

export type { AudioRoute, CallEndReason, NamedCall };

export interface RingingCall extends NamedCall {
  /** Of the server, ISO 8601: it names this ring of the call. */
  readonly ringsUntil: string;
  /** How long it still rings here, by the clock of this device. */
  readonly ringsForMs: number;
}

export interface TelephoneHandler {
  onAnswered(callId: string): void;
  onDeclined(callId: string): void;
  onEnded(callId: string): void;
  onMuted(callId: string, isMuted: boolean): void;
}

/**
 * Listens to what the user does with calls on the phone's own screens and devices, also to what they did before this page was loaded.
 * @throws PluginNotFoundError
 * @returns a function that stops it
 */
export function listenToTelephone(handler: TelephoneHandler): () => void {
  const stops = [
    listenToPlugin('Telephone', (plugin) => plugin.addListener('answered', ({ callId }) => handler.onAnswered(callId))),
    listenToPlugin('Telephone', (plugin) => plugin.addListener('declined', ({ callId }) => handler.onDeclined(callId))),
    listenToPlugin('Telephone', (plugin) => plugin.addListener('ended', ({ callId }) => handler.onEnded(callId))),
    listenToPlugin('Telephone', (plugin) =>
      plugin.addListener('muted', ({ callId, isMuted }) => handler.onMuted(callId, isMuted)),
    ),
  ];
  return () => {
    for (const stop of stops) void stop();
  };
}

/** Resolves if the phone rings, or does what the user wants instead. @throws PluginError if it cannot: then the page has to ring */
export const ringOnTelephone = ({ callId, name, ringsUntil, ringsForMs }: RingingCall): Promise<void> =>
  callPlugin('Telephone', (plugin) => plugin.ring({ callId, name, ringsUntil: Date.parse(ringsUntil), ringsForMs }));

/** The user is in this call. @throws PluginError */
export const connectOnTelephone = (call: NamedCall): Promise<void> =>
  callPlugin('Telephone', (plugin) => plugin.connect(call));

/** Where the sound of the present call can go; none: the system decides. @throws PluginError */
export const readAudioRoutes = () => callPlugin('Telephone', (plugin) => plugin.getRoutes());

/** @throws PluginError */
export const setAudioRoute = (route: AudioRoute): Promise<void> =>
  callPlugin('Telephone', (plugin) => plugin.setRoute({ route }));

/** The bridge keeps the order. */
const tell = (telling: Promise<void>) => void telling.catch(notePluginError);

/** Tells the phone what happens to calls in the page. A failure is logged, and the call goes on. */
export const telephone = {
  start: (call: NamedCall) => tell(callPlugin('Telephone', (plugin) => plugin.start(call))),
  connect: (call: NamedCall) => tell(connectOnTelephone(call)),
  end: (callId: string, reason: CallEndReason) =>
    tell(callPlugin('Telephone', (plugin) => plugin.end({ callId, reason }))),
  endAll: () => tell(callPlugin('Telephone', (plugin) => plugin.endAll())),
  setMuted: (callId: string, isMuted: boolean) =>
    tell(callPlugin('Telephone', (plugin) => plugin.setMuted({ callId, isMuted }))),
  setCallScreen: (isShown: boolean) => tell(callPlugin('Telephone', (plugin) => plugin.setCallScreen({ isShown }))),
};
