export { type Member, type PlacePolicy, requireMember, type Written } from './policy';
export { createSending } from './sending';
export { listMessages, listReaders, readFile, readMessages, readPushed, recordReceived } from './service';
export type { SignedMessage } from './store';
export { blobKey, receiptFor, senderOf } from './views';
