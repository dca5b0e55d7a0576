/** What the server may take from here: making, checking and sealing keys. It opens no message. */
export { checkPublicKey, createKeyBundle } from './key-bundle';
export { createMasterSeal, type MasterSeal, MasterSealError } from './master-seal';
