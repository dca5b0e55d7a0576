import { useCallback } from 'react';

interface BlobImageProps {
  readonly blob: Blob;
  readonly alt: string;
  readonly className?: string | undefined;
  /** Called if the browser cannot decode it: the parent shows a message. */
  readonly onBroken: () => void;
}

/** A picture in memory, shown by an object URL that is revoked on unmount. */
export function BlobImage({ blob, alt, className, onBroken }: BlobImageProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(blob);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );
  return <img ref={show} alt={alt} className={className} onError={onBroken} />;
}
