/** Business constants and limits; ids like A9.1 stand in `docs/requirements.md`. */

/** So long after a sign-in it is taken for granted who sits at the device, also where much can be lost. */
export const FRESH_SIGN_IN_MINUTES = 30;

/** A9.1: a signed-in client says that it is there. */
export const PING_INTERVAL_MS = 30_000;
/** A9.3: cameras, microphones and speakers are looked for again while no call is active. */
export const DEVICE_CHECK_MS = 5_000;
/** A9.14: one waits this long for something to become ready. */
export const READY_WAIT_MS = 20_000;
/** Without ping or socket for this long, a contact is shown as offline. */
export const PRESENCE_TIMEOUT_MS = 90_000;
/** A9.4: one waits for a refresh that is under way, and how often. */
export const REFRESH_WAIT_MS = 50;
export const REFRESH_WAIT_TRIES = 10;
/** A refresh token used again within this time is two tabs, not a thief. */
export const REFRESH_GRACE_MS = 10_000;
export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const SESSION_DAYS = 60;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
export const CODE_DIGITS = 6;
export const INVITATION_DAYS = 14;
/** Longer than a sign-in code: it lives longer. */
export const INVITATION_CODE_DIGITS = 12;
/** How long the link of an invitation that is over can still say why. */
export const INVITATION_KEPT_DAYS = 30;
/** So many mails that invite go out for one person in a day, whomever they are for. */
export const INVITATIONS_A_DAY = 100;
export const GUEST_LINK_HOURS = 24;
/** So many guest links one person makes in a day. */
export const GUEST_LINKS_A_DAY = 200;
/** How long a guest link that is over can still say why. */
export const GUEST_LINK_KEPT_DAYS = 30;
/** How far the clock of a client that is not signed in may be off. */
export const TIMESTAMP_TOLERANCE_MS = 5 * 60_000;
/** D2.24: an unauthenticated visitor of a protected screen is sent to sign in after this time. */
/** D9.4: a landing screen is seen for so long. */
export const LANDING_DELAY_MS = 300;
export const LOGIN_REDIRECT_DELAY_MS = 500;
/** D9.5: a step back that follows another one within this time is none. */
export const BACK_DEBOUNCE_MS = 100;
/** D9.8: so long after an opened card was closed its picture is shown in the list again. */
export const CARD_IMAGE_DELAY_MS = 600;
/** A page of a call that was closed may have been reloaded: for so long the others wait for the next one. */
export const PAGE_RETURN_MS = 10_000;
/** A link that fails is tried again for this long; only then has that peer left. */
export const LINK_RETRY_MS = 30_000;
/**
 * So long after somebody has left a call they may still store what they have written, photographed or drawn in it: a day's
 * work in a cellar goes up in the evening.
 */
export const STORE_GRACE_MS = 24 * 60 * 60_000;
/** D2.5: where a visitor starts. Its menu entry is the page on which the others stand. */
export const HOME_CODE = '/earth';
/** Screens that are not there yet: their menu entries are not shown. */
export const UNPUBLISHED_CODES: ReadonlySet<string> = new Set(['/ar', '/asset-recognition']);
export const PAGE_SIZE = 10;
export const PAGE_SIZE_MAX = 100;
/** A mesh of more than these people warns. */
export const MESH_COMFORTABLE_PEOPLE = 4;
/** The body of a call that carries a file may be this many times the plain bytes: base64 of an envelope of base64. */
export const FILE_BODY_FACTOR = 1.8;
/** Largest body of a call without a file. */
export const SMALL_BODY_BYTES = 256 * 1024;
/** Longest text of an encrypted field (subject, message, notes): its envelope, not its plain text. */
export const SEALED_TEXT_MAX = 128 * 1024;
/** A sealed subject that is longer stays out of a push, which has 4 KB for all. */
export const SUBJECT_PUSH_MAX = 2048;
/** Longest text that people write into one: sealed for fifty, it still fits. */
export const TEXT_MAX = 20_000;
/** As many people as are called at once. */
export const TARGETS_MAX = 50;
/** As many people as a room holds. */
export const ROOM_PEOPLE_MAX = 200;
/** Longest sealed text of a message in a room: for all of its people. */
export const ROOM_TEXT_MAX = 256 * 1024;
/** Most plain bytes of the small picture that is stored beside a large one. */
export const PREVIEW_BYTES_MAX = 128 * 1024;
/** Messages that come at once where nobody says how many, and at most. */
export const MESSAGES_PER_PAGE = 30;
export const MESSAGES_PER_PAGE_MAX = 200;
/** Whoever writes says so again after this long; who has not said so for twice as long does not write any more. */
export const TYPING_MS = 3_000;
/** A re-wrapped key: so many things at once, each for so many people, and the longest text of one. */
export const SEALED_KEYS_MAX = 50;
export const SEALED_KEY_RECIPIENTS_MAX = 10;
export const SEALED_KEY_CHARS_MAX = 1024;
/** Longest text of a public bundle: one is of about 650 characters. */
export const PUBLIC_KEY_CHARS_MAX = 2048;
/** Longest text of a vault: it holds a person’s former private bundles too, each of about 3,500 characters. */
export const KEY_VAULT_CHARS_MAX = 128 * 1024;
/** Longest text of what is remembered of people’s keys, sealed. */
export const KNOWN_KEYS_CHARS_MAX = 128 * 1024;
/** A passphrase that is shorter is guessed, however slow each guess is. */
export const PASSPHRASE_CHARS_MIN = 12;
/** Platform types (D9.11). */
export const PlatformType = { unknown: 1, android: 2, ios: 3, web: 6 } as const;

/** A3.2: 2 = online, 1 = offline. */
export const Availability = { offline: 1, online: 2 } as const;

/** A9.7: 0 = none, 1 = JSON scheme v1. 2 is our own: signed by who wrote it, and bound to its place. */
export const CryptoSchema = { none: 0, v1: 1, v2: 2 } as const;

/** The roles' ids, the same on every server. */
export const ROLE_IDS = {
  OPERATOR: '0190a000-0000-7000-8000-000000000001',
  ASSISTED: '0190a000-0000-7000-8000-000000000002',
  ADMIN: '0190a000-0000-7000-8000-000000000003',
} as const;

/** Drawing colours of the people in a call, in the order in which they are given out. */
export const ANNOTATION_COLORS = ['#ffd23f', '#ff7ab8', '#5ec8ff', '#ff8f3f', '#b79bff', '#7fe3d0'] as const;

/** D3.7: what a content is, and so how it is shown. */
export const ContentView = {
  info: 1,
  place: 3,
  businessCard: 5,
  company: 6,
  model: 7,
  markerless: 8,
  keypoint: 9,
  itinerary: 10,
  scene: 11,
  recognition: -12,
} as const;
/** Rules of contents (D5.11). */
export const CONTENT_TITLE_MAX = 200;
/** Pictures of one content's gallery. */
export const GALLERY_MAX = 20;
/** What callers hear instead of a tone, as an MP3: a minute of speech in a good quality. */
export const UNAVAILABLE_AUDIO_BYTES_MAX = 1024 * 1024;
/**
 * What of a map's file is read: its bytes as it comes, its shapes, their points. They are handed over to the page's own thread at
 * once, which takes a fifth of a second for so many.
 */
export const LAYER_BYTES_MAX = 20 * 1024 * 1024;
export const LAYER_SHAPES_MAX = 50_000;
export const LAYER_POINTS_MAX = 300_000;
/** D9.14: what is near is within so many metres. */
export const NEARBY_METRES = 3000;
/** What starts a scene: a picture that the camera sees, or a beacon that is heard. */
export const TriggerType = { marker: 1, beacon: 2 } as const;

/** D3.27: what somebody who fills in the contact form does for a living. */
export const ProfessionCode = {
  architect: 1,
  engineer: 7,
  construction: 9,
  tiler: 10,
  privateCustomer: 12,
  dealer: 14,
} as const;
/** Longest message of the contact form, as HTML. */
export const LEAD_NOTES_MAX = 20_000;
/** D9.17: nothing of a person is kept for longer. */
export const LEAD_KEPT_YEARS = 10;

/** Of a crash log, in base64: what a browser goes on sending where its page is left (64 KiB with all else). */
export const LOG_DATA_MAX = 48_000;
/** So many crash logs the server keeps, for so many days. */
export const LOGS_KEPT = 1000;
export const LOGS_KEPT_DAYS = 90;
/** So many days of statistics come at once. */
export const STATISTICS_DAYS_MAX = 366;
