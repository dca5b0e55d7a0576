export { chunksOf } from './chunks';
export { coloredStrokes, lowestScheme } from './colored-strokes';
export { drawStroke, LINE_HEIGHT, textFont, textSize, widthOn } from './draw-stroke';
export { DrawingLog } from './drawing-log';
export * from './drawing-view';
export { LASER_MS, Lasers } from './lasers';
export { createOwnHand, FRAME_MS, type OwnHand, rounded } from './own-hand';
export { readLog } from './read-log';
export { textAt } from './text-at';
