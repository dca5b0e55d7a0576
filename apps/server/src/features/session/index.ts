export { connectedDevices } from './devices';
export { codeHash, isSameHash, requirePause } from './mailed-codes';
export { registerSession } from './routes';
export {
  admit,
  announceEnd,
  announceEnds,
  type Device,
  keysOf,
  privateKeyContext,
  requireFreshSignIn,
  tokenHash,
} from './service';
export { deleteOtherSessions, deleteSessionsOf, findAccounts, lockContact, type Session } from './store';
