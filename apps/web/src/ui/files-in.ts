import { baseName } from '@earth/contracts';
import type { DragEvent } from 'react';

/** Under a name that is no path, as the server takes it: on some systems a file may have a backslash in its name. */
export function plainlyNamed(file: File): File {
  const name = baseName(file.name);
  const { lastModified, type } = file;
  return name === file.name ? file : new File([file], name, { lastModified, type });
}

/** The files of what is pasted or dropped. Text that also comes as a picture of itself (from an office program) is text. */
export function filesIn(data: DataTransfer): File[] {
  return data.types.includes('text/plain') ? [] : [...data.files].map(plainlyNamed);
}

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
