export { byDay, type CallRecord, toRecord, waitingOf, wasIn } from './call-record';
export { DayTable } from './DayTable';
export { HistoryList } from './HistoryList';
export { HistoryState } from './HistoryState';
export { OlderButton } from './OlderButton';
export { useAgain } from './use-again';
export { type Subject, useHistory, useSubjects, wordsOf } from './use-history';
export { useRecordWords } from './words';
