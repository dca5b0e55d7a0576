interface Those {
  readonly isController: boolean;
  /** A finger is what points here first: a phone, a tablet. */
  readonly isTouch: boolean;
  readonly devices: object | undefined;
}

/** Controllers show their screen wherever the browser can; a field user at a desk does too, but on a phone it is no use. */
export const canShareScreen = ({ isController, isTouch, devices }: Those): boolean =>
  devices !== undefined && 'getDisplayMedia' in devices && (isController || !isTouch);
