export { Composer } from './Composer';
export { useChangeDraft } from './drafts';
export type { Reader } from './Bubble';
export { ConversationContext, type ConversationSource, type ShownMessage } from './source';
export { Line, Lines, NoteLine } from './Lines';
export { useReceipt } from './use-receipt';
export { useFileWords } from './voice/use-file-words';
export type { VoicePorts } from './voice/use-voice';
