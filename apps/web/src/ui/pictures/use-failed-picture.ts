import { useEffect, useState } from 'react';

/**
 * Whether a picture failed to load; reset by another address or when the network is back.
 * @returns the state, and the handler of the image's error event
 */
export function useFailedPicture(url: string | null): readonly [hasFailed: boolean, noteFailure: () => void] {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const hasFailed = url !== null && failedUrl === url;
  useEffect(() => {
    if (!hasFailed) return;
    const forget = () => setFailedUrl(null);
    addEventListener('online', forget);
    return () => removeEventListener('online', forget);
  }, [hasFailed]);
  return [hasFailed, () => setFailedUrl(url)];
}
