import { useDeviceList } from './use-device-list';

/** As long as no call is active the devices are looked for (A4.33), so that whoever wants to choose one sees them at once. */
export function DeviceWatch() {
  useDeviceList('often');
  return null;
}
