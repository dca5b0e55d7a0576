/** The part for the server: making, checking and sealing keys, and logs sealed for the server itself. It opens no message. */
export { createKeyBundle } from './key-bundle';
export { createLogKeys, type LogKeys, sealLog } from './log-seal';
export { createMasterSeal, type MasterSeal, MasterSealError } from './master-seal';
export { tryPublicKey } from './try-keys';
