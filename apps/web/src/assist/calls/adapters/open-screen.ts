type ScreenDevices = Pick<MediaDevices, 'getDisplayMedia'>;

/** A screen is read: where there is too much for the net, fewer pictures come, and each stays sharp. */
const SHARP = 'detail';

/**
 * What the person chooses to show. Null: they chose nothing, the browser does not allow it, or there is no such thing (phones,
 * a page that is not served safely).
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
