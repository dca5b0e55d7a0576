/** Scrolling of a conversation: starts at the first unread message, loads older pages, and follows new messages. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { markRead } from './model/read-receipts';
import { afterPaint } from '../../platform/after-paint';
import { useIsPageVisible } from '../../shared/use-page-visible';
import type { Row } from '../conversation/model/rows';
import { useOlder } from './use-older';
import { useWanted } from './use-wanted';
import { useScope } from '../../platform/session/scope-context';

/** The list still scrolls to a new message if it is at most this far from its end, px. */
const NEAR_END = 80;
/** The next older page is requested at this distance from the beginning, px. */
const NEAR_START = 480;

const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: Element) =>
  scrollHeight - scrollTop - clientHeight <= NEAR_END;

/** Estimated height of a row before it is measured, px. */
function estimate(row: Row | undefined): number {
  if (row?.type === 'message')
    return 60 + 20 * Math.floor((typeof row.message.text === 'string' ? row.message.text.length : 0) / 60);
  return row?.type === 'outgoing' ? 60 : 36;
}

interface ScrollOptions {
  readonly roomId: string;
  readonly rows: readonly Row[];
  readonly hasOlder: boolean;
  /** The server has not answered yet. */
  readonly isKept: boolean;
  /** The position of the message to scroll to. */
  readonly wanted: number | undefined;
}

/**
 * Reports visible messages of others as read, as soon as the former read position is known. When they are on the screen, because the
 * report would delay them.
 */
function useReading({ roomId, rows, isKept }: ScrollOptions, lastSeen: number | undefined) {
  const scope = useScope();
  const isReading = useIsPageVisible() && !isKept;
  const seen = rows.slice(0, (lastSeen ?? -1) + 1).findLast((row) => row.type === 'message' && !row.isMine);
  const position = seen?.type === 'message' ? seen.message.position : 0;
  useEffect(() => {
    if (!isReading || position === 0) return undefined;
    return afterPaint(() => void markRead(scope, roomId, position));
  }, [isReading, position, roomId, scope]);
}

export function useScroll(options: ScrollOptions) {
  const { roomId, rows, hasOlder } = options;
  const place = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const older = useOlder(roomId, hasOlder);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.current,
    estimateSize: (index) => estimate(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    paddingStart: 12,
    paddingEnd: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END,
  });
  // By default the virtualizer skips this while scrolling backwards, which is when older rows are added and resized.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ start }, _, { scrollOffset }) =>
    start < (scrollOffset ?? 0);

  /** Stays at the end if the user has not scrolled away from it. */
  const isFollowing = useRef(true);
  // Once, when there are messages: to the end, until the first unread message is known.
  const begun = useRef<'nowhere' | 'atEnd' | 'atUnread'>('nowhere');
  useLayoutEffect(() => {
    const unread = rows.findIndex(({ type }) => type === 'unread');
    if (unread >= 0 && isFollowing.current && begun.current !== 'atUnread') {
      begun.current = 'atUnread';
      isFollowing.current = false;
      virtualizer.scrollToIndex(unread, { align: 'start' });
    } else if (begun.current === 'nowhere' && rows.length > 0) {
      begun.current = 'atEnd';
      virtualizer.scrollToEnd();
    }
  }, [rows, virtualizer]);

  const back = useWanted({ roomId, rows, wanted: options.wanted, place }, (index) => {
    isFollowing.current = false;
    virtualizer.scrollToIndex(index, { align: 'center' });
  });

  // A loaded picture resizes its row, a stored file of the user moves, a keyboard takes room: none of them fires a scroll event.
  const height = virtualizer.getTotalSize();
  const visibleHeight = virtualizer.scrollRect?.height;
  useLayoutEffect(() => {
    if (isFollowing.current && height > 0) virtualizer.scrollToEnd();
  }, [height, visibleHeight, virtualizer]);

  // Always scrolls to the user's own new message.
  const sent = rows.findLast(({ type }) => type === 'outgoing')?.key;
  const lastSent = useRef(sent);
  useEffect(() => {
    if (sent !== undefined && sent !== lastSent.current) virtualizer.scrollToEnd();
    lastSent.current = sent;
  }, [sent, virtualizer]);

  const look = useEffectEvent(() => {
    const element = place.current;
    if (!element || element.clientHeight === 0) return;
    // What fits fires no scroll event.
    if (element.scrollHeight <= element.clientHeight) isFollowing.current = true;
    // What follows is at the end, though the virtualizer only knows with the next scroll event.
    setAtEnd(isFollowing.current || virtualizer.isAtEnd(NEAR_END));
    if (element.scrollTop < NEAR_START && older.state === 'idle') void older.load();
  });
  useEffect(() => look(), [rows]);
  useEffect(() => {
    const element = place.current;
    const scrolled = () => {
      isFollowing.current = element !== null && isNearEnd(element);
      look();
    };
    element?.addEventListener('scroll', scrolled, { passive: true });
    return () => element?.removeEventListener('scroll', scrolled);
  }, []);

  useReading(options, virtualizer.range?.endIndex);
  return { place, virtualizer, isAtEnd, older, back };
}
