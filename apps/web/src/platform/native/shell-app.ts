/** The app that the mobile shell is: whether its native side is there, its back button, and how it is left. */
import { callPlugin, listenToPlugin } from './call-plugin';
import { notePluginError } from './shell';

/** Resolves when the native side answers, or has not for 20 s. Never rejects: the app goes on without it. */
export async function shellReady(): Promise<void> {
  await callPlugin('App', (plugin) => plugin.getState()).catch(notePluginError);
}

/** @throws PluginNotFoundError @returns a function that stops it */
export const listenToBackButton = (onBack: () => void): (() => Promise<void>) =>
  listenToPlugin('App', (plugin) => plugin.addListener('backButton', onBack));

/**
 * Ends the app.
 * @throws PluginError
 */
export const exitApp = (): Promise<void> => callPlugin('App', (plugin) => plugin.exitApp());

/**
 * Leaves the app running in the background.
 * @throws PluginError
 */
export const minimizeApp = (): Promise<void> => callPlugin('App', (plugin) => plugin.minimizeApp());
