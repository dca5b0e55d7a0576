/** The camera and microphone of this page, loaded on demand: the first screen does without the code of calls. */
export async function getPageMedia() {
  const media = await import('../adapters/media');
  return media.getPageMedia();
}
