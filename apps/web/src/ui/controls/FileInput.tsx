import type { Ref } from 'react';
import { plainlyNamed } from './files-in';

interface FileInputProps {
  /** The visible button clicks this input. */
  readonly ref: Ref<HTMLInputElement>;
  readonly onFile: (file: File) => void;
  /** Opens a phone's rear camera directly. */
  readonly isCamera?: boolean;
  /** Only files of this media type; one, if there may not be several. */
  readonly type?: string;
  readonly isSeveral?: boolean;
}

/** Opens the device's file picker, or its camera. */
export const FileInput = ({ ref, onFile, isCamera = false, type, isSeveral = !type }: FileInputProps) => (
  <input
    ref={ref}
    type="file"
    multiple={!isCamera && isSeveral}
    accept={type}
    {...(isCamera && { accept: 'image/*', capture: 'environment' as const })}
    hidden
    onChange={({ currentTarget }) => {
      for (const file of currentTarget.files ?? []) onFile(plainlyNamed(file));
      // So that the same file can be chosen again.
      currentTarget.value = '';
    }}
  />
);
