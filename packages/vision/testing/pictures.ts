/** Pictures that tests and benches make themselves. */
import { blur, createImage, type GrayImage } from '../src/image';
import { createRandom } from '../src/random';

/** A picture with structure at all sizes: random rectangles and discs of decreasing size («dead leaves»). */
export function deadLeaves(seed: number, width = 512, height = 384): GrayImage {
  const random = createRandom(seed);
  const image = createImage(width, height);
  image.data.fill(128);
  for (let leaf = 0; leaf < 900; leaf += 1) {
    const size = 4 + 60 * (1 - leaf / 900) ** 2 * (0.4 + random());
    const [centreX, centreY] = [random() * width, random() * height];
    const value = Math.floor(20 + 215 * random());
    const isDisc = random() < 0.5;
    for (let y = Math.max(0, Math.floor(centreY - size)); y < Math.min(height, centreY + size); y += 1)
      for (let x = Math.max(0, Math.floor(centreX - size)); x < Math.min(width, centreX + size); x += 1)
        if (!isDisc || (x - centreX) ** 2 + (y - centreY) ** 2 < size ** 2) image.data[y * width + x] = value;
  }
  return blur(image, 0.7);
}
