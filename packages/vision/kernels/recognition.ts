// The layers of the recognition net in AssemblyScript, as WebAssembly SIMD. Pictures are f32, row by row, the channels of a pixel together; their number is
// a multiple of 8. `stride` is the number of floats from row to row, so that a picture may have a border of zeros around it.
// `npm run kernels` compiles it, and `npm test -- kernels` compares the committed binary with a new one.

@inline
function positive(value: v128): v128 {
  return f32x4.max(value, f32x4.splat(0));
}

/** Convolution of one channel to many, every second pixel, with ReLU. `source` is the first pixel of the border; weights are [tap][channel]. */
export function stem(source: usize, stride: i32, size: i32, weights: usize, bias: usize, channels: i32, out: usize, outStride: i32, width: i32, height: i32): void {
  for (let y = 0; y < height; y++) {
    let to = out + 4 * y * outStride;
    for (let x = 0; x < width; x++, to += 4 * channels) {
      const corner = source + 4 * (2 * y * stride + 2 * x);
      for (let c = 0; c < channels; c += 8) {
        let one = v128.load(bias + 4 * c);
        let two = v128.load(bias + 4 * c, 16);
        let weight = weights + 4 * c;
        for (let row = 0; row < size; row++) {
          let from = corner + 4 * row * stride;
          for (let column = 0; column < size; column++, from += 4, weight += 4 * channels) {
            const value = v128.load32_splat(from);
            one = f32x4.add(one, f32x4.mul(value, v128.load(weight)));
            two = f32x4.add(two, f32x4.mul(value, v128.load(weight, 16)));
          }
        }
        v128.store(to + 4 * c, positive(one));
        v128.store(to + 4 * c, positive(two), 16);
      }
    }
  }
}

/** Convolution of each channel by itself, every `step`th pixel, with ReLU. `source` is the first pixel of the border; `out` has none. */
export function depthwise(source: usize, stride: i32, size: i32, step: i32, weights: usize, bias: usize, channels: i32, out: usize, width: i32, height: i32): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, out += 4 * channels) {
      const corner = source + 4 * step * (y * stride + x * channels);
      for (let c = 0; c < channels; c += 8) {
        let one = v128.load(bias + 4 * c);
        let two = v128.load(bias + 4 * c, 16);
        let weight = weights + 4 * c;
        for (let row = 0; row < size; row++) {
          let from = corner + 4 * (row * stride + c);
          for (let column = 0; column < size; column++, from += 4 * channels, weight += 4 * channels) {
            one = f32x4.add(one, f32x4.mul(v128.load(from), v128.load(weight)));
            two = f32x4.add(two, f32x4.mul(v128.load(from, 16), v128.load(weight, 16)));
          }
        }
        v128.store(out + 4 * c, positive(one));
        v128.store(out + 4 * c, positive(two), 16);
      }
    }
  }
}

/** Stores eight channels of a pixel after ReLU, plus what stands at `added`, if it is not 0. */
@inline
function keep(to: usize, added: usize, one: v128, two: v128): void {
  one = positive(one);
  two = positive(two);
  if (added != 0) {
    one = f32x4.add(one, v128.load(added));
    two = f32x4.add(two, v128.load(added, 16));
  }
  v128.store(to, one);
  v128.store(to, two, 16);
}

/**
 * Convolution of 1 × 1 with ReLU, four pixels at once: `width` is a multiple of 4. Weights are [group of eight out channels][channel][8]. The picture at
 * `added`, which is laid out as `out`, is added to the result; 0: none.
 */
export function pointwise(source: usize, channels: i32, weights: usize, bias: usize, outChannels: i32, added: usize, out: usize, outStride: i32, width: i32, height: i32): void {
  const pixel = 4 * channels;
  const outPixel = 4 * outChannels;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x += 4) {
      const from = source + pixel * (y * width + x);
      const place = 4 * y * outStride + outPixel * x;
      let weight = weights;
      for (let c = 0; c < outChannels; c += 8) {
        const first = v128.load(bias + 4 * c);
        const second = v128.load(bias + 4 * c, 16);
        let a0 = first, a1 = second, b0 = first, b1 = second, c0 = first, c1 = second, d0 = first, d1 = second;
        for (let at = from; at < from + pixel; at += 4, weight += 32) {
          const w0 = v128.load(weight);
          const w1 = v128.load(weight, 16);
          let value = v128.load32_splat(at);
          a0 = f32x4.add(a0, f32x4.mul(value, w0));
          a1 = f32x4.add(a1, f32x4.mul(value, w1));
          value = v128.load32_splat(at + pixel);
          b0 = f32x4.add(b0, f32x4.mul(value, w0));
          b1 = f32x4.add(b1, f32x4.mul(value, w1));
          value = v128.load32_splat(at + 2 * pixel);
          c0 = f32x4.add(c0, f32x4.mul(value, w0));
          c1 = f32x4.add(c1, f32x4.mul(value, w1));
          value = v128.load32_splat(at + 3 * pixel);
          d0 = f32x4.add(d0, f32x4.mul(value, w0));
          d1 = f32x4.add(d1, f32x4.mul(value, w1));
        }
        const to = out + place + 4 * c;
        const plus = added == 0 ? 0 : added + place + 4 * c;
        const step: usize = added == 0 ? 0 : outPixel;
        keep(to, plus, a0, a1);
        keep(to + outPixel, plus + step, b0, b1);
        keep(to + 2 * outPixel, plus + 2 * step, c0, c1);
        keep(to + 3 * outPixel, plus + 3 * step, d0, d1);
      }
    }
  }
}

/** The means of the channels over all pixels, and behind them their standard deviations. */
export function pool(source: usize, stride: i32, channels: i32, width: i32, height: i32, out: usize): void {
  const share = f32x4.splat(<f32>1 / <f32>(width * height));
  for (let c = 0; c < channels; c += 4) {
    let sum = f32x4.splat(0);
    let squares = f32x4.splat(0);
    for (let y = 0; y < height; y++) {
      let from = source + 4 * (y * stride + c);
      for (let x = 0; x < width; x++, from += 4 * channels) {
        const value = v128.load(from);
        sum = f32x4.add(sum, value);
        squares = f32x4.add(squares, f32x4.mul(value, value));
      }
    }
    const mean = f32x4.mul(sum, share);
    v128.store(out + 4 * c, mean);
    v128.store(out + 4 * (channels + c), f32x4.sqrt(positive(f32x4.sub(f32x4.mul(squares, share), f32x4.mul(mean, mean)))));
  }
}
