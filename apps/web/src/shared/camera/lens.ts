/** Which of a phone's cameras is the main lens of its back. Browsers say it by the name only. */

export type NamedCamera = Pick<MediaDeviceInfo, 'deviceId' | 'label'>;

const REAR = /back|rear|environment|posterior|trasera|traseira|rück|arrière/i;
const FRONT = /front|user|selfie|anterior/i;
/** Lenses of another angle, cameras that switch between lenses by themselves, and those that see no colours. */
const SPECIAL = /ultra|wide|grand|tele|macro|depth|infrared|dual|doppi|tripl|desk|virtual/i;

/** Android's own number of a camera; the main one has the lowest. */
const numberOf = ({ label }: NamedCamera) => Number(/camera2? (\d+)/i.exec(label)?.[1] ?? 0);

/** The cameras of the back. Empty: the names do not say. */
export const rearLenses = <Camera extends NamedCamera>(cameras: readonly Camera[]): readonly Camera[] =>
  cameras.filter(({ label }) => REAR.test(label) && !FRONT.test(label));

/** The main lens: not the ultra-wide one, which bends lines, nor one that cannot focus near. Null: the browser has to choose. */
export function mainLens<Camera extends NamedCamera>(cameras: readonly Camera[]): Camera | null {
  const plain = rearLenses(cameras).filter(({ label }) => !SPECIAL.test(label));
  const [main] = plain.toSorted(
    (one, other) => numberOf(one) - numberOf(other) || one.label.length - other.label.length,
  );
  return main ?? null;
}
