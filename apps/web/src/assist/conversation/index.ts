export { Composer } from './Composer';
export { useChangeDraft, useDraft } from './drafts';
export { ConversationContext, type ConversationSource, type ShownMessage } from './source';
export { Line, Lines, NoteLine, type Reader } from './Lines';
export { useReceipt } from './use-receipt';
export { useFileWords } from './voice/use-file-words';
export type { VoicePorts } from './voice/use-voice';
