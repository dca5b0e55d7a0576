/** `HTMLMediaElement.HAVE_CURRENT_DATA`, which the environment of the tests does not have. */
const HAVE_CURRENT_DATA = 2;

/** Whether a video has a frame to draw. A video that has a size already may have none: it would be drawn black. */
export const hasFrame = ({ readyState }: HTMLVideoElement): boolean => readyState >= HAVE_CURRENT_DATA;
