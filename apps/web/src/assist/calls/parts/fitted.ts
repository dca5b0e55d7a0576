import type { CSSProperties } from 'react';

/** Width over height, for the class `fitted` of `picture.module.css`: as big as there is room, whole, corners and all. */
export const shapeOf = (ratio: number): CSSProperties => ({ '--ratio': ratio }) as CSSProperties;
