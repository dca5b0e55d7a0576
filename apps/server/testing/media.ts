/** Small valid files of each kind. */
import sharp from 'sharp';

/** A photograph from a phone that was held upright: its pixels lie on their side, and EXIF says so, and where it was. */
export const photograph = (width = 1000, height = 600): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#29c885' } })
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '44/1 41/1 52/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

export const transparentPng = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } } })
    .png()
    .toBuffer();

/** A PNG of a few hundred bytes that declares 30,000 by 30,000 pixels. */
export async function pictureBomb(): Promise<Buffer> {
  const bytes = await transparentPng();
  bytes.writeUInt32BE(30_000, 16);
  bytes.writeUInt32BE(30_000, 20);
  return bytes;
}

export const pdf = (words = 'Guide') => Buffer.from(`%PDF-1.4\n% ${words}\ntrailer << >>\nstartxref\n0\n%%EOF\n`);

/** Frames of silence: MPEG 1, layer III, 128 kbit/s, 44.1 kHz: 417 bytes each. */
export const mp3 = (frames = 5) =>
  Buffer.concat(
    Array.from({ length: frames }, () => {
      const frame = Buffer.alloc(417);
      frame.writeUInt32BE(0xff_fb_90_00);
      return frame;
    }),
  );

function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

export const mp4 = () =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0')),
    box('moov', Buffer.alloc(100)),
    box('mdat', Buffer.alloc(500)),
  ]);
