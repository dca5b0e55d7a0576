import type { Ref } from 'react';
import { plainlyNamed } from './files-in';

interface FileInputProps {
  /** Whoever stands for it clicks it. */
  readonly ref: Ref<HTMLInputElement>;
  readonly onFile: (file: File) => void;
  /** A phone opens its camera at once, the one that looks away from the person. */
  readonly isCamera?: boolean;
  /** Only one file, of this media type. */
  readonly type?: string;
}

/** Opens the device's own choice of files, or of the camera. */
export const FileInput = ({ ref, onFile, isCamera = false, type }: FileInputProps) => (
  <input
    ref={ref}
    type="file"
    multiple={!isCamera && !type}
    accept={type}
    {...(isCamera && { accept: 'image/*', capture: 'environment' as const })}
    hidden
    onChange={({ currentTarget }) => {
      for (const file of currentTarget.files ?? []) onFile(plainlyNamed(file));
      // The same file can be chosen again.
      currentTarget.value = '';
    }}
  />
);
