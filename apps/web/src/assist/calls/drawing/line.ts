/** The colours and widths of lines that a user can choose. */
import type { DrawingText } from './texts';

export interface Line {
  /** Null: the user's own, by which the others know who has drawn. */
  readonly color: string | null;
  readonly width: LineWidth;
}

export type LineWidth = 'thin' | 'medium' | 'thick';

export const FIRST_LINE: Line = { color: null, width: 'medium' };

/** Besides the user's own colour; none of them is a participant's. */
export const lineColors: readonly { readonly color: string; readonly name: DrawingText }[] = [
  { color: '#ff3b30', name: 'red' },
  { color: '#34c759', name: 'green' },
  { color: '#ffffff', name: 'white' },
  { color: '#131a17', name: 'black' },
];

/** How wide each is, as a share of the usual line on that picture. */
const shares: Readonly<Record<LineWidth, number>> = { thin: 0.5, medium: 1, thick: 2 };

export const lineWidths = ['thin', 'medium', 'thick'] as const satisfies readonly LineWidth[];

/** The width of a line on a picture whose usual line is `usual` wide. */
export const widthOf = ({ width }: Line, usual: number): number => usual * shares[width];
