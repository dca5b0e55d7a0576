export { byDay, type CallRecord, type Day, toRecord, tookPlace, waitingOf, wasIn } from './call-record';
export { CallLink } from './CallLink';
export { HistoryList } from './HistoryList';
export { HistoryState } from './HistoryState';
export { OlderButton } from './OlderButton';
export { OutcomeTag } from './OutcomeTag';
export { useAgain } from './use-again';
export { type Subject, useHistory, useSubjects, wordsOf } from './use-history';
export { useRecordWords } from './words';
