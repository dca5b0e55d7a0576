/** Recordings of any length, made by repeating a short one: no browser encodes minutes in a test. */
import { randomUUID } from 'node:crypto';
import {
  BufferSource,
  type EncodedPacket,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  NullTarget,
  Output,
} from 'mediabunny';
import { signInByApi } from './api';
import { cast, type Role } from './cast';
import type { TestServer } from './server';

interface Piece {
  readonly bytes: Buffer;
  /** When it ends, in the recording. */
  readonly milliseconds: number;
}

async function packetsOf(sink: EncodedPacketSink): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = [];
  for await (const packet of sink.packets()) packets.push(packet);
  return packets;
}

/** @returns the pieces of a fragmented MP4 file with pictures and sound of the given one, again and again */
async function repeated(file: Buffer, seconds: number): Promise<Piece[]> {
  const input = new Input({ source: new BufferSource(file), formats: [MP4] });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const [videoCodec, audioCodec] = [await video?.getCodec(), await audio?.getCodec()];
  if (!video || !videoCodec || !audio || !audioCodec) throw new Error('There are no pictures, or no sound');
  const pieces: Piece[] = [];
  let boxes: Uint8Array[] = [];
  let now = 0;
  const add = (box: Uint8Array) => void boxes.push(Uint8Array.from(box));
  const end = (box: Uint8Array) => {
    add(box);
    pieces.push({ bytes: Buffer.concat(boxes), milliseconds: Math.round(now * 1000) });
    boxes = [];
  };
  const format = new Mp4OutputFormat({
    fastStart: 'fragmented',
    minimumFragmentDuration: 2,
    onFtyp: add,
    onMoov: add,
    onMoof: add,
    onMdat: end,
  });
  const output = new Output({ format, target: new NullTarget() });
  const pictures = new EncodedVideoPacketSource(videoCodec);
  const sound = new EncodedAudioPacketSource(audioCodec);
  output.addVideoTrack(pictures);
  output.addAudioTrack(sound);
  await output.start();
  const [videoConfig, audioConfig] = [await video.getDecoderConfig(), await audio.getDecoderConfig()];
  const shown = await packetsOf(new EncodedPacketSink(video));
  const heard = await packetsOf(new EncodedPacketSink(audio));
  const length = Math.min(await video.computeDuration(), await audio.computeDuration());
  for (let begin = 0; begin < seconds; begin += length) {
    const both = [
      ...shown.map((packet) => ({ packet, isPicture: true })),
      ...heard.map((packet) => ({ packet, isPicture: false })),
    ].filter(({ packet }) => packet.timestamp >= 0 && packet.timestamp < length);
    for (const { packet, isPicture } of both.toSorted((one, other) => one.packet.timestamp - other.packet.timestamp)) {
      now = begin + packet.timestamp;
      const again = packet.clone({ timestamp: now });
      if (isPicture) await pictures.add(again, videoConfig ? { decoderConfig: videoConfig } : undefined);
      else await sound.add(again, audioConfig ? { decoderConfig: audioConfig } : undefined);
    }
  }
  await output.finalize();
  return pieces;
}

interface Long {
  /** A short recording, as saved. */
  readonly file: Buffer;
  readonly seconds: number;
  readonly callId: string;
  /** The numbers of pieces that are not stored. */
  readonly missing: readonly number[];
}

/** Stores a long recording of a call, not sealed, as this controller, who was in the call. @returns when each piece ends, in seconds */
export async function storeLongRecording(server: TestServer, role: Role, { file, seconds, callId, missing }: Long) {
  const pieces = await repeated(file, seconds);
  const deviceId = randomUUID();
  const { accessToken } = await signInByApi(server, { email: cast[role].email, customCode: 'DEMO', deviceId });
  const url = `${server.url}/services/calls/${callId}/recordings/${randomUUID()}/pieces`;
  for (const [number, { bytes, milliseconds }] of pieces.entries()) {
    if (missing.includes(number)) continue;
    const answer = await fetch(url, {
      method: 'POST',
      headers: { Authorization: `Bearer ${accessToken}`, 'X-Device-Id': deviceId, 'Content-Type': 'application/json' },
      body: JSON.stringify({ number, piecebase64: bytes.toString('base64'), cryptoschema: 0, milliseconds }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
  return pieces.map(({ milliseconds }) => milliseconds / 1000);
}
