export { VisitStartHere } from './VisitStartHere';
export { VisitStart } from './VisitStart';
