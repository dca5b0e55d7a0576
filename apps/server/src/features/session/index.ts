export { connectedDevices } from './devices';
export { codeHash, isSameHash, requirePause } from './mailed-codes';
export { registerSession } from './routes';
export { admit, announceEnds, type Device, privateKeyContext } from './service';
export { findAccounts } from './store';
