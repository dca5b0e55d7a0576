/**
 * The AR cameras: all but the one in use (A4.32).
 * @param inUse id of the call's camera; null: unknown
 */
export const arCamerasOf = <Camera extends { readonly id: string }>(
  cameras: readonly Camera[],
  inUse: string | null,
): readonly Camera[] => cameras.filter(({ id }) => id !== inUse);

/** The id of the AR camera: the chosen one, or else the first. Null: there is none. */
export function chooseArCamera(
  cameras: readonly { readonly id: string }[],
  inUse: string | null,
  chosen: string | null,
): string | null {
  const offered = arCamerasOf(cameras, inUse);
  return (offered.find(({ id }) => id === chosen) ?? offered[0])?.id ?? null;
}
