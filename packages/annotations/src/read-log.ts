import { decode, type DrawingEntry, drawingLog } from '@earth/contracts';

/** Parses the text of a stored drawing log. @returns null if the text is no valid log */
export function readLog(text: string): readonly DrawingEntry[] | null {
  try {
    const decoded = decode(drawingLog, JSON.parse(text));
    return decoded.success ? decoded.data.entries : null;
  } catch {
    return null;
  }
}
