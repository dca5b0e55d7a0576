export type * from './ports';
export { createCallSession } from './session';
export type * from './view';
