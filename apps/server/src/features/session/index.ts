export { connectedDevices } from './devices';
export { codeHash, isSameHash, requirePause } from './mailed-codes';
export { registerSession } from './routes';
export { admit, announceEnd, announceEnds, type Device, privateKeyContext, tokenHash } from './service';
export { deleteSessionsOf, findAccounts, type Session } from './store';
