/** What is read from, and written into, MP4 files of recordings. Loaded when a recording is opened. */
import { BlobSource, BufferTarget, Conversion, Input, MP4, Mp4OutputFormat, Output } from 'mediabunny';

const inputOf = (file: Blob) => new Input({ source: new BlobSource(file), formats: [MP4] });

/** The type of a file with its codecs, as browsers want it (RFC 6381). Rejects if the file has no head. */
export const typeOf = (file: Blob): Promise<string> => inputOf(file).getMimeType();

/** The same pictures and sound with an index, which a recording has not whose page died: so its length is known, and it can be searched. */
export async function seekable(fragments: Blob): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const conversion = await Conversion.init({ input: inputOf(fragments), output });
  await conversion.execute();
  if (!target.buffer) throw new Error('The recording is empty');
  return new Blob([target.buffer], { type: 'video/mp4' });
}
