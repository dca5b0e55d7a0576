import { baseName } from '@earth/contracts';
import type { DragEvent } from 'react';

/** Under a name that is no path, as the server takes it: on some systems a file may have a backslash in its name. */
export function plainlyNamed(file: File): File {
  const name = baseName(file.name);
  const { lastModified, type } = file;
  return name === file.name ? file : new File([file], name, { lastModified, type });
}

/** The files of what is dropped: text beside them is their address. */
const filesIn = (data: DataTransfer): File[] => [...data.files].map(plainlyNamed);

/** What office programs copy: text, the same with its looks, and a picture of it. */
const isPictureOfText = ({ types, files }: DataTransfer): boolean =>
  types.includes('text/plain') &&
  (types.includes('text/html') || types.includes('text/rtf')) &&
  [...files].every(({ type }) => type.startsWith('image/'));

/** The files of what is pasted; none where it is a text with a picture of itself. */
export const filesPasted = (data: DataTransfer): File[] => (isPictureOfText(data) ? [] : filesIn(data));

/** Takes files that are dropped on a part of the page: a browser would open them in place of the call. */
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
