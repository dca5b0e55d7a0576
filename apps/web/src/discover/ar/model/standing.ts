/** What stands on a marker as the camera shows it, for other features. */
export { Models } from '../experience/Models';
export { Placed } from '../experience/Placed';
export { StandingItem } from '../experience/StandingItem';
