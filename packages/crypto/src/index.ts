export { importPrivateKeys, PrivateKeyError, type PrivateKeys } from './private-keys';
export { PublicKeyError } from './public-keys';
export type { Reader, Recipient } from './scheme1';
export { NoParticipantsError, openFile, openText, type Scheme, sealFile, sealText } from './seal';
