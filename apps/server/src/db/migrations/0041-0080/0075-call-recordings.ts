/** Recordings of calls: their pieces are files, sealed in the browser. A deleted recording stays as a row without pieces. */
export const callRecordingTables = {
  number: 75,
  name: 'recordings of calls',
  sql: /* sql */ `
create table call_recordings (
  id uuid primary key,
  call_id uuid not null references calls on delete cascade,
  contact_id uuid not null references contacts on delete cascade,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index call_recordings_call on call_recordings (call_id, created_at);
create table call_recording_pieces (
  recording_id uuid not null references call_recordings on delete cascade,
  number integer not null,
  file_name text not null,
  crypto_schema integer not null,
  until_ms integer not null,
  primary key (recording_id, number)
);
`,
} as const;
