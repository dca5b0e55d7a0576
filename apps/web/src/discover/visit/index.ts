export { TryVisit } from './TryVisit';
export { VisitStartHere } from './VisitStartHere';
export { VisitStart } from './VisitStart';
