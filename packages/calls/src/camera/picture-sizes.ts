import type { CallTransport, PictureSize } from '../transport/transport';

export interface PictureSizes {
  /** How large a contact's picture is shown; null: it is needed whole. */
  set(contactId: string, size: PictureSize | null): void;
  /** A recording shows everybody as large as they are sent, whatever the screen shows. */
  setRecording(isRunning: boolean): void;
}

/** @param request asks the other side for no more than this size */
export function createPictureSizes(request: CallTransport['setPictureSize']): PictureSizes {
  const shown = new Map<string, PictureSize | null>();
  let isRecording = false;
  return {
    set(contactId, size) {
      shown.set(contactId, size);
      request(contactId, isRecording ? null : size);
    },
    setRecording(isRunning) {
      isRecording = isRunning;
      for (const [contactId, size] of shown) request(contactId, isRecording ? null : size);
    },
  };
}
