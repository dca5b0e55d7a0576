// Patches: how they are rendered, and where they are found; see `kernels.ts`.

/** Floats of a row of a template; those after its width are 0. */
const TEMPLATE_STRIDE: i32 = 16;

@inline
function sum(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3);
}

/**
 * Zero-mean normalised cross-correlation of a template of size × size (at most 16, of mean 0, `norm` its sum of squares) with the places
 * within `radius` of (x, y), row by row, as f32; −1 where the picture is flat. Behind the template stands a row of ones for its width.
 */
export function zncc(image: usize, width: i32, x: i32, y: i32, size: i32, radius: i32, template: usize, norm: f32, out: usize): void {
  const half = size >> 1;
  const area = <f32>(size * size);
  const lanes = template + TEMPLATE_STRIDE * TEMPLATE_STRIDE * 4;
  let to = out;
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++, to += 4) {
      let product = f32x4.splat(0);
      let total = f32x4.splat(0);
      let squares = f32x4.splat(0);
      for (let row = 0; row < size; row++) {
        const from = image + (y + dy + row - half) * width + x + dx - half;
        const line = template + row * TEMPLATE_STRIDE * 4;
        for (let column = 0; column < size; column += 4) {
          const bytes = v128.load32_zero(from + column);
          const pixels = f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(bytes)));
          const gray = f32x4.mul(pixels, v128.load(lanes + (column << 2)));
          product = f32x4.add(product, f32x4.mul(gray, v128.load(line + (column << 2))));
          total = f32x4.add(total, gray);
          squares = f32x4.add(squares, f32x4.mul(gray, gray));
        }
      }
      const mean = sum(total);
      const variance = sum(squares) - (mean * mean) / area;
      store<f32>(to, variance > area * 4 ? sum(product) / sqrt<f32>(variance * norm) : -1);
    }
  }
}

/**
 * Renders a patch of `size` × `size` pixels, whose first one is at (x, y) of the picture, one column (columnX, columnY) and one row (rowX, rowY) apart, as
 * a template of mean 0. Every place must lie in the picture, its last row and column left out.
 * @returns the sum of squares
 */
export function render(source: usize, width: i32, x: f64, y: f64, columnX: f64, columnY: f64, rowX: f64, rowY: f64, size: i32, template: usize): f64 {
  let total: f64 = 0;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const atX = x + columnX * <f64>column + rowX * <f64>row;
      const atY = y + columnY * <f64>column + rowY * <f64>row;
      const left = <i32>atX;
      const top = <i32>atY;
      const across = atX - <f64>left;
      const at = source + top * width + left;
      const upper = <f64>load<u8>(at) + (<f64>load<u8>(at, 1) - <f64>load<u8>(at)) * across;
      const lower = <f64>load<u8>(at + width) + (<f64>load<u8>(at + width, 1) - <f64>load<u8>(at + width)) * across;
      const value = upper + (lower - upper) * (atY - <f64>top);
      store<f32>(template + ((row * TEMPLATE_STRIDE + column) << 2), <f32>value);
      total += value;
    }
  }
  const mean = total / <f64>(size * size);
  let squares: f64 = 0;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const at = template + ((row * TEMPLATE_STRIDE + column) << 2);
      const value = <f64>load<f32>(at) - mean;
      store<f32>(at, <f32>value);
      squares += value * value;
    }
  }
  return squares;
}

/**
 * Maps a picture affinely: pixel (x, y) of the result is the mean of `samples` places around (originX + columnX·x + rowX·y, …), a row's step in all, which
 * is against aliasing along it. Edge pixels go on.
 */
export function warp(source: usize, width: i32, height: i32, originX: f64, originY: f64, columnX: f64, columnY: f64, rowX: f64, rowY: f64, samples: i32, out: usize, outWidth: i32, outHeight: i32): void {
  const n = <f64>samples;
  const lastX = <f64>width - 1.01;
  const lastY = <f64>height - 1.01;
  for (let y = 0; y < outHeight; y++) {
    for (let x = 0; x < outWidth; x++, out++) {
      let atX = originX + columnX * <f64>x + rowX * <f64>y - rowX * (n - 1) / (2 * n);
      let atY = originY + columnY * <f64>x + rowY * <f64>y - rowY * (n - 1) / (2 * n);
      let total: f64 = 0;
      for (let sample = 0; sample < samples; sample++) {
        const placeX = min(max(atX, 0), lastX);
        const placeY = min(max(atY, 0), lastY);
        const left = <i32>placeX;
        const top = <i32>placeY;
        const at = source + top * width + left;
        const across = placeX - <f64>left;
        const upper = <f64>load<u8>(at) + (<f64>load<u8>(at, 1) - <f64>load<u8>(at)) * across;
        const lower = <f64>load<u8>(at + width) + (<f64>load<u8>(at + width, 1) - <f64>load<u8>(at + width)) * across;
        total += upper + (lower - upper) * (placeY - <f64>top);
        atX += rowX / n;
        atY += rowY / n;
      }
      store<u8>(out, <u8>(total / n));
    }
  }
}
