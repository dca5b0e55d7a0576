interface Those {
  readonly isController: boolean;
  /** The primary pointer is a finger: a phone or a tablet. */
  readonly isTouch: boolean;
  readonly devices: object | undefined;
}

/** Controllers may share their screen if the browser can; field users only at a desktop, because on a phone it is useless. */
export const canShareScreen = ({ isController, isTouch, devices }: Those): boolean =>
  devices !== undefined && 'getDisplayMedia' in devices && (isController || !isTouch);
