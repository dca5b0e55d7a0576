/** The track of a camera that has a light, an exposure and an ISO. */
export class TestCameraTrack extends EventTarget {
  readonly kind = 'video';
  readyState = 'live';
  readonly muted = false;
  /** What the page has asked of it. */
  readonly applied: unknown[] = [];

  constructor(readonly label: string) {
    super();
  }
  getSettings() {
    return { deviceId: this.label, width: 1280, height: 800, frameRate: 30, exposureCompensation: 0 };
  }
  getCapabilities() {
    return { torch: true, exposureCompensation: { min: -2, max: 2, step: 0.5 }, iso: { min: 100, max: 800 } };
  }
  getConstraints() {
    return {};
  }
  async applyConstraints(constraints: unknown) {
    this.applied.push(constraints);
  }
  stop() {
    this.readyState = 'ended';
  }
}
