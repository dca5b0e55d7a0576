/** Augmented reality by an AR SDK that the build has as a plugin. Without one, `packages/vision` recognizes. */
import { serverOrigin } from '../server-address';
import { ANSWER_SECONDS, callForUser, callPlugin, listenToPlugin } from './call-plugin';
import type { ShellPlugins } from './plugins';
import { hasPlugin, PluginSilentError } from './shell';

const NAME = 'ArRecognition';
/** The company of a visitor. */
const NO_COMPANY = '-1';

export const hasNativeAr = (): boolean => hasPlugin(NAME);

export interface NativeDownload {
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** The user has left: nothing is opened any more. */
  readonly signal: AbortSignal;
}

/** A download may take long, but not without progress. */
async function download(
  ask: (plugin: ShellPlugins[typeof NAME]) => Promise<void>,
  { onProgress, signal }: NativeDownload,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let giveUp: (error: PluginSilentError) => void = () => undefined;
  const silence = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  function wait() {
    clearTimeout(timer);
    timer = setTimeout(() => giveUp(new PluginSilentError(NAME, ANSWER_SECONDS)), 1000 * ANSWER_SECONDS);
  }
  const stop = listenToPlugin(NAME, (plugin) =>
    plugin.addListener('progress', ({ share }) => {
      wait();
      onProgress(share);
    }),
  );
  wait();
  try {
    await Promise.race([callForUser(NAME, ask), silence]);
  } finally {
    clearTimeout(timer);
    void stop();
  }
  signal.throwIfAborted();
}

const hostAndQuery = () => {
  const host = serverOrigin() ?? '';
  return { host, contentQuery: `${host}/api/infocontents/` };
};

interface NativeVisit {
  /** Of the model. */
  readonly externalId: string;
  readonly color: string;
}

/**
 * Downloads a model, and opens its guided visit over the app.
 * @throws PluginError; PluginNotFoundError in a browser too; if the user has left, the reason of the signal
 */
export async function startNativeVisit({ externalId, color }: NativeVisit, progress: NativeDownload): Promise<void> {
  const { host, contentQuery } = hostAndQuery();
  await download((plugin) => plugin.downloadModel({ host, externalId }), progress);
  const keypointQuery = `${host}/api/discover/keypoint/`;
  await callPlugin(NAME, (plugin) => plugin.startDiscover({ host, externalId, contentQuery, keypointQuery, color }));
}

interface NativeScenes {
  /** Null: all scenes. */
  readonly sceneId: number | null;
  /** Of the signed-in user; null: a visitor. */
  readonly companyId: string | null;
}

/** The same for the markers of scenes. @throws as `startNativeVisit` */
export async function startNativeScenes(
  { sceneId, companyId: company }: NativeScenes,
  progress: NativeDownload,
): Promise<void> {
  const { host, contentQuery } = hostAndQuery();
  const companyId = company ?? NO_COMPANY;
  await download((plugin) => plugin.downloadMarkers({ host, companyId }), progress);
  await callPlugin(NAME, (plugin) => plugin.startScenes({ host, companyId, sceneId, contentQuery }));
}
