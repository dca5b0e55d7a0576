type ScreenDevices = Pick<MediaDevices, 'getDisplayMedia'>;

/** Text must stay readable: on a slow network the frame rate drops rather than the resolution. */
const SHARP = 'detail';

/**
 * Lets the user choose a screen to share. Null: nothing chosen, not allowed, or not available (phones, insecure contexts).
 */
export async function openScreen(devices: Partial<ScreenDevices> | undefined): Promise<MediaStreamTrack | null> {
  try {
    const stream = await devices?.getDisplayMedia?.({ video: true, audio: false });
    const track = stream?.getVideoTracks()[0] ?? null;
    if (track) track.contentHint = SHARP;
    return track;
  } catch {
    return null;
  }
}
