export { readLog } from './drawing/archive';
export { coloredStrokes } from './drawing/colored-strokes';
export { DrawingLog } from './drawing/drawing-log';
export type * from './drawing/drawing-view';
export { LASER_MS } from './drawing/lasers';
export type * from './ports';
export { createCallSession } from './session';
export type * from './view';
