export type { Scheme } from '@earth/contracts';
export { importPrivateKeys, PrivateKeyError, type PrivateKeys } from './private-keys';
export { PublicKeyError } from './public-keys';
export { type Reader, type Recipient, rewrapKey } from './scheme1';
export { addRecipients, NoParticipantsError, openFile, openText, sealFile, sealText } from './seal';
