export type { Scheme } from '@earth/contracts';
export { canWrap } from './can-wrap';
export { isDescriptionOf, sealDescription } from './description-seal';
export { sealLog } from './log-seal';
export type { Reader, Recipient } from './people';
export { createPacketSealer, createPageKeys, type PacketSealer, type PageKeys } from './page-keys';
export { importPrivateKeys, PrivateKeyError, type PrivateKeys } from './private-keys';
export { PublicKeyError } from './public-keys';
export type { Author } from './scheme2';
export {
  addRecipients,
  NoParticipantsError,
  openFile,
  openText,
  ownKeyIn,
  ownKeyInFile,
  rewrapKey,
  schemeFor,
  schemeOfKey,
  sealFile,
  sealText,
} from './seal';
