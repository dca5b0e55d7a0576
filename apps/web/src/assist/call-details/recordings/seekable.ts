import { BlobSource, BufferTarget, Conversion, Input, MP4, Mp4OutputFormat, Output } from 'mediabunny';

/** The same pictures and sound with an index, which a recording has not whose page died: so its length is known, and it can be searched. */
export async function seekable(fragments: Blob): Promise<Blob> {
  const input = new Input({ source: new BlobSource(fragments), formats: [MP4] });
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const conversion = await Conversion.init({ input, output });
  await conversion.execute();
  if (!target.buffer) throw new Error('The recording is empty');
  return new Blob([target.buffer], { type: 'video/mp4' });
}
