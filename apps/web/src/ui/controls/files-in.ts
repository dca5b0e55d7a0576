import { baseName } from '@earth/contracts';
import type { DragEvent } from 'react';

/** Gives the file a name without path separators, as the server requires: some systems allow a backslash in file names. */
export function plainlyNamed(file: File): File {
  const name = baseName(file.name);
  const { lastModified, type } = file;
  return name === file.name ? file : new File([file], name, { lastModified, type });
}

/** The files of a drop. Text beside them is only their address. */
const filesIn = (data: DataTransfer): File[] => [...data.files].map(plainlyNamed);

/** The clipboard of office programs: plain text, rich text, and a picture of it. */
const isPictureOfText = ({ types, files }: DataTransfer): boolean =>
  types.includes('text/plain') &&
  (types.includes('text/html') || types.includes('text/rtf')) &&
  [...files].every(({ type }) => type.startsWith('image/'));

/** The files of a paste; none if it is text with a picture of itself. */
export const filesPasted = (data: DataTransfer): File[] => (isPictureOfText(data) ? [] : filesIn(data));

/** Drop target for files: otherwise the browser would open them in place of the call. */
export const dropTarget = (onFile: (file: File) => void) => ({
  onDragOver(event: DragEvent) {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault();
  },
  onDrop(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    for (const file of filesIn(event.dataTransfer)) onFile(file);
  },
});
