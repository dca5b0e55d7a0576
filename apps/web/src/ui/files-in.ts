import type { DragEvent } from 'react';

/** The files of what is pasted or dropped. Text that also comes as a picture of itself (from an office program) is text. */
export function filesIn(data: DataTransfer): File[] {
  return data.types.includes('text/plain') ? [] : [...data.files];
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
