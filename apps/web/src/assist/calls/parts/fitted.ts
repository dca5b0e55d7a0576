import type { CSSProperties } from 'react';

/** The aspect ratio for the class `fitted` of `picture.module.css`, which shows the whole picture as large as possible. */
export const shapeOf = (ratio: number): CSSProperties => ({ '--ratio': ratio }) as CSSProperties;
