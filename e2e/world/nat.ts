/** Two devices, each behind a router of its own with NAT: they have no addresses under which they can reach each other. */
import { addHome, createInternet, type Nat, removeInternet } from './homes';
import { createNamespaceBrowsers, type Device } from './netns';

export interface NatNetworks {
  readonly devices: readonly [Device, Device];
  close(): Promise<void>;
}

export async function createNatNetworks(nat: Nat): Promise<NatNetworks> {
  const browsers = await createNamespaceBrowsers();
  const close = async () => {
    await browsers.close();
    removeInternet();
  };
  const deviceOf = (number: number): Device => {
    const { device } = addHome(number, nat);
    return { openBrowser: (flags) => browsers.open(device, flags) };
  };
  try {
    createInternet();
    return { devices: [deviceOf(1), deviceOf(2)], close };
  } catch (error) {
    await close();
    throw error;
  }
}
