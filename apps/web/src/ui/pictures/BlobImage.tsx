import { useCallback } from 'react';

interface BlobImageProps {
  readonly blob: Blob;
  readonly alt: string;
  readonly className?: string | undefined;
  /** The browser cannot read it: whoever shows it has words for that. */
  readonly onBroken: () => void;
}

/** A picture that only this device has, by an object URL that is given back with the image. */
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
