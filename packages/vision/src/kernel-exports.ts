/** The functions of `kernels/`, which explains them. Addresses and sizes are bytes of the memory. */
export interface KernelExports {
  fast9(
    source: number,
    width: number,
    height: number,
    border: number,
    threshold: number,
    out: number,
    max: number,
  ): number;
  peaks(source: number, width: number, corners: number, count: number, least: number, strengths: number): number;
  moments(source: number, width: number, points: number, count: number, disc: number, out: number): void;
  describe(
    source: number,
    width: number,
    points: number,
    turns: number,
    count: number,
    patterns: number,
    out: number,
  ): void;
  match(
    query: number,
    queries: number,
    train: number,
    trained: number,
    places: number,
    apart: number,
    out: number,
  ): void;
  filter(
    source: number,
    width: number,
    height: number,
    weights: number,
    taps: number,
    between: number,
    out: number,
  ): void;
  halve(source: number, width: number, height: number, out: number): void;
  resize(
    source: number,
    width: number,
    columns: number,
    weights: number,
    rows: number,
    line: number,
    out: number,
    outWidth: number,
    outHeight: number,
  ): void;
  render(
    source: number,
    width: number,
    x: number,
    y: number,
    columnX: number,
    columnY: number,
    rowX: number,
    rowY: number,
    size: number,
    template: number,
  ): number;
  warp(
    source: number,
    width: number,
    height: number,
    originX: number,
    originY: number,
    columnX: number,
    columnY: number,
    rowX: number,
    rowY: number,
    samples: number,
    out: number,
    outWidth: number,
    outHeight: number,
  ): void;
  zncc(
    image: number,
    width: number,
    x: number,
    y: number,
    size: number,
    radius: number,
    template: number,
    norm: number,
    out: number,
  ): void;
  splitColors(rgba: number, pixels: number, planes: number): void;
  differences(
    one: number,
    other: number,
    width: number,
    height: number,
    reach: number,
    limit: number,
    out: number,
  ): void;
  move(
    source: number,
    width: number,
    height: number,
    left: number,
    top: number,
    a: number,
    b: number,
    c: number,
    d: number,
    out: number,
  ): void;
  compare(
    planes: number,
    means: number,
    precisions: number,
    pixels: number,
    gainRed: number,
    gainGreen: number,
    gainBlue: number,
    far: number,
    darkest: number,
    brightest: number,
    shadow: number,
    saturated: number,
    out: number,
  ): void;
  steepen(source: number, pixels: number): void;
}
