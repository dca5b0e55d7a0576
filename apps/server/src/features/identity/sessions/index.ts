export { createAccess } from './access';
export { connectedDevices, findConnectedDevices, signedInDevices } from './devices';
export { rememberDevice } from './device-token';
export { type Asker, askerOf, requireWithinLimits } from './limits';
export { isAnybodys } from './limits-store';
export { codeHash, isSameHash, requirePause, tokenHash } from './mailed-codes';
export { requireCodes } from './policy';
export { registerSession } from './routes';
export {
  admit,
  announceEnd,
  announceEnds,
  type Device,
  keysOf,
  newKeys,
  requireFreshSignIn,
} from './service';
export {
  deleteOtherSessions,
  deleteSessionOf,
  deleteSessionsOf,
  findAccounts,
  lockContact,
  type Session,
} from './store';
