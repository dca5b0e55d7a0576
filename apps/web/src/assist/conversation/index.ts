export { Composer } from './Composer';
export { useChangeDraft, useDraft } from './drafts';
export { StoredFile } from './Files';
export { ConversationContext, type ConversationSource, type ShownMessage } from './source';
export { useAttach } from './use-attach';
export { Line, Lines, NoteLine, type Reader } from './Lines';
export { useReceipt } from './use-receipt';
export { useFileWords } from './voice/use-file-words';
export type { VoicePorts } from './voice/use-voice';
