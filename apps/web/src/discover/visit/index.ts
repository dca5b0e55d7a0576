export { VisitStart } from './VisitStart';
