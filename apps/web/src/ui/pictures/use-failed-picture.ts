import { useEffect, useState } from 'react';

/**
 * Whether a picture has not come, until it has another address, or the net is back.
 * @returns also what notes that it has not
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
