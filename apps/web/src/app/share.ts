/** How a link was given on. `left`: nobody took it, which is no failure. */
export type Shared = 'sheet' | 'copied' | 'left' | 'failed';

/** By the device's own sheet; where it has none, the link is copied. */
export async function shareLink(title: string, url: string): Promise<Shared> {
  // The type says that every browser has it.
  if ('share' in navigator) {
    try {
      await navigator.share({ title, url });
      return 'sheet';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'left';
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'failed';
  }
}
