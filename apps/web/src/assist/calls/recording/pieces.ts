/**
 * Cuts a fragmented MP4 into pieces that are one file again when they are put together: the first has the head of the file, and each
 * has one fragment.
 */
export function createPieces(onPiece: (piece: Blob) => void) {
  let boxes: Uint8Array<ArrayBuffer>[] = [];
  /** A copy: the writer uses its memory again. */
  const add = (box: Uint8Array) => void boxes.push(Uint8Array.from(box));
  return {
    add,
    /** The last box of a fragment. */
    end(box: Uint8Array) {
      add(box);
      onPiece(new Blob(boxes, { type: 'video/mp4' }));
      boxes = [];
    },
  };
}
