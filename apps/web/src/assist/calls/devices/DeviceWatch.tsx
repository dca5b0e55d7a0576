import { useDeviceList } from './use-device-list';

/** Polls the devices while no call is active (A4.33), so that the pickers show them at once. */
export function DeviceWatch() {
  useDeviceList('often');
  return null;
}
