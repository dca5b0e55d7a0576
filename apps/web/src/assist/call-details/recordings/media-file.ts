/** What is read from, and written into, MP4 files of recordings. Loaded when a recording is opened. */
import {
  BlobSource,
  Conversion,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type StreamTargetChunk,
} from 'mediabunny';

const inputOf = (file: Blob) => new Input({ source: new BlobSource(file), formats: [MP4] });

/** The type of a file with its codecs, as browsers want it (RFC 6381). Rejects if the file has no head. */
export const typeOf = (file: Blob): Promise<string> => inputOf(file).getMimeType();

/** A file that is written in chunks. Browsers keep blobs on the disk when they are large: an hour is 600 MB. */
export function createBlobWriter() {
  let file = new Blob([]);
  const writable = new WritableStream<StreamTargetChunk>({
    write({ data, position }) {
      const end = position + data.byteLength;
      file = new Blob([file.slice(0, position), data, file.slice(end)], { type: 'video/mp4' });
    },
  });
  return { writable, file: () => file };
}

/** The same pictures and sound with an index, which a recording has not whose page died: so its length is known, and it can be searched. */
export async function seekable(fragments: Blob): Promise<Blob> {
  const writer = createBlobWriter();
  const target = new StreamTarget(writer.writable, { chunked: true });
  // The index at the end: at the start it would need the whole file in memory.
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target });
  const conversion = await Conversion.init({ input: inputOf(fragments), output });
  await conversion.execute();
  if (writer.file().size === 0) throw new Error('The recording is empty');
  return writer.file();
}
