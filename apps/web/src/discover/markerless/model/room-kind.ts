/** How this device shows a model in the room. `webXr`: on its floor, by the browser. `quickLook`: by the viewer of iOS. Null: it cannot. */
export type RoomKind = 'webXr' | 'quickLook' | null;

export interface RoomPorts {
  /** `navigator.xr`; absent in most browsers, and in an insecure context. */
  readonly xr: Pick<XRSystem, 'isSessionSupported'> | undefined;
  /** Whether a link may have `rel="ar"`, which opens Quick Look. */
  readonly hasArLinks: boolean;
}

export async function findRoomKind({ xr, hasArLinks }: RoomPorts): Promise<RoomKind> {
  if (hasArLinks) return 'quickLook';
  const isSupported = await xr?.isSessionSupported('immersive-ar').catch(() => false);
  return isSupported ? 'webXr' : null;
}

export const pageRoomPorts = (): RoomPorts => ({
  xr: navigator.xr,
  hasArLinks: document.createElement('a').relList.supports('ar'),
});
