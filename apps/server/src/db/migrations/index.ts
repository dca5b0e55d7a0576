/** All migrations, oldest first. A released migration never changes: a mistake in it is corrected by the next one. */
import { firstTables } from './0001-first-tables';
import { callNotes } from './0002-call-notes';
import { callKeys } from './0003-call-keys';
import { invitations } from './0004-invitations';
import { drawings } from './0005-drawings';
import { drawingKeys } from './0006-drawing-keys';
import { onePicForAll } from './0007-one-pic-for-all';
import { fullTarget } from './0008-full-target';
import { deletedPics } from './0009-deleted-pics';
import { notesKeys } from './0010-notes-keys';
import { rooms } from './0011-rooms';
import { roomMessages } from './0012-room-messages';
import { push } from './0013-push';
import { guestLinks } from './0014-guest-links';
import { scheme2 } from './0015-scheme-2';
import { nodes } from './0016-nodes';
import { roomPreviews } from './0017-room-previews';
import { ownKeys } from './0018-own-keys';
import { companyKeys } from './0019-company-keys';
import { contents } from './0020-contents';
import { leadsAndCounts } from './0021-leads-and-counts';
import { imports } from './0022-imports';
import { lessOfContents } from './0023-less-of-contents';
import { crashLogs } from './0024-crash-logs';
import { pushPauses } from './0025-push-pauses';
import { invitationMails } from './0026-invitation-mails';
import { markers } from './0027-markers';
import { roomChanges } from './0028-room-changes';
import { bytesTaken } from './0029-bytes-taken';
import { signInLimits } from './0030-sign-in-limits';
import { leadStates } from './0031-lead-states';
import { knownKeys } from './0032-known-keys';
import { mailLanguages } from './0033-mail-languages';
import { callMessages } from './0034-call-messages';
import { languageTags } from './0035-language-tags';
import { views } from './0036-views';
import { viewThumbnails } from './0037-view-thumbnails';
import { recognition } from './0038-recognition';
import { formerMarkers } from './0039-former-markers';
import { alikeViews } from './0040-alike-views';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

export const migrations: readonly Migration[] = [
  firstTables,
  callNotes,
  callKeys,
  invitations,
  drawings,
  drawingKeys,
  onePicForAll,
  fullTarget,
  deletedPics,
  notesKeys,
  rooms,
  roomMessages,
  push,
  guestLinks,
  scheme2,
  nodes,
  roomPreviews,
  ownKeys,
  companyKeys,
  contents,
  leadsAndCounts,
  imports,
  lessOfContents,
  crashLogs,
  pushPauses,
  invitationMails,
  markers,
  roomChanges,
  bytesTaken,
  signInLimits,
  leadStates,
  knownKeys,
  mailLanguages,
  callMessages,
  languageTags,
  views,
  viewThumbnails,
  recognition,
  formerMarkers,
  alikeViews,
];
