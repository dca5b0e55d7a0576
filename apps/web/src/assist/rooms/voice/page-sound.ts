import { onSessionEnd } from '../../../platform';
import { SoundPlayer } from './sound';

/** The page's only player. */
export const pageSound = new SoundPlayer({ createSpeaker: () => new Audio(), urls: URL });
onSessionEnd(() => pageSound.stop());
