export { AllCalls } from './AllCalls';
export type { CallSearch } from './filter';
